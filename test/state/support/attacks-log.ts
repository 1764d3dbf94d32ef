import { type Change, ID, leaf, O, own, set } from './change.ts'

/** Changes of the log itself. */
export const LOG: Change[] = [
  own(
    'a word of an entry',
    'ledger.entries',
    `update ledger.entries set entry = replace(entry, '"via":"', '"via":"x') where ${O} and id = ${leaf(100)}`,
    'entry_changed',
  ),
  own(
    'an entry deleted',
    'ledger.entries',
    `delete from ledger.entries where ${O} and id = ${leaf(100)}`,
    'entry_missing',
  ),
  own(
    'an entry inserted that waits for nothing',
    'ledger.entries',
    `insert into ledger.entries select org_id, '${ID}', replace(entry, id::text, '${ID}') from ledger.entries where ${O} and id = ${leaf(100)}`,
    'entry_unlogged',
  ),
  own(
    'an entry moved to another organization',
    'ledger.entries',
    `update ledger.entries set org_id = 'OTHER' where ${O} and id = ${leaf(100)}`,
    'entry_missing',
  ),
  own(
    'the hash of a leaf',
    'ledger.leaves',
    `update ledger.leaves set hash = sha256('x') where ${O} and index = 100`,
    'entry_changed',
  ),
  own(
    'a leaf deleted',
    'ledger.leaves',
    `delete from ledger.leaves where ${O} and index = 100`,
    'leaf_missing',
  ),
  own(
    'the time of a leaf',
    'ledger.leaves',
    `update ledger.leaves set at = at - interval '1 year' where ${O} and index = 100`,
    'entry_misfiled',
  ),
  own(
    'an entry and its leaf, which agree',
    'ledger.leaves',
    [
      `update ledger.entries set entry = replace(entry, '"via":"', '"via":"x') where ${O} and id = ${leaf(100)}`,
      `update ledger.leaves l set hash = sha256('\\x00'::bytea || convert_to(e.entry, 'UTF8')) from ledger.entries e where l.${O} and l.index = 100 and e.org_id = l.org_id and e.id = l.entry_id`,
    ],
    'checkpoint_differs',
  ),
  own(
    'an inner node',
    'ledger.nodes',
    `update ledger.nodes set hash = sha256('x') where ${O} and level = 8 and index = 0`,
    'node_differs',
  ),
  own(
    'an inner node deleted',
    'ledger.nodes',
    `delete from ledger.nodes where ${O} and level = 8 and index = 0`,
    'node_differs',
  ),
  own(
    'an inner node inserted',
    'ledger.nodes',
    `insert into ledger.nodes values ('ORG', 16, 0, sha256('x'))`,
    'node_surplus',
  ),
  own(
    'the size of a tree',
    'ledger.trees',
    `update ledger.trees set size = size - 1 where ${O}`,
    'head_differs',
  ),
  own(
    'the frontier of a tree',
    'ledger.trees',
    `update ledger.trees set frontier = overlay(frontier placing '\\xff00'::bytea from 1) where ${O}`,
    'head_differs',
  ),
  own('the head of a tree deleted', 'ledger.trees', `delete from ledger.trees where ${O}`, 'head_differs'),
  own(
    'the roots of checkpoints',
    'ledger.checkpoints',
    `update ledger.checkpoints set root = sha256('x') where ${O}`,
    'checkpoint_misfiled',
  ),
  own(
    'the size of a checkpoint',
    'ledger.checkpoints',
    set('ledger.checkpoints', 'size = 1000000'),
    'checkpoint_misfiled',
  ),
  own(
    'the times of checkpoints',
    'ledger.checkpoints',
    `update ledger.checkpoints set signed_at = signed_at - interval '1 year' where ${O}`,
    'state_differs',
  ),
  own(
    'the note of a checkpoint',
    'ledger.checkpoints',
    set('ledger.checkpoints', "note = replace(note, 'attestry', 'attestrz')"),
    'checkpoint_unverified',
  ),
  own(
    'all checkpoints of an organization deleted',
    'ledger.checkpoints',
    `delete from ledger.checkpoints where ${O}`,
    'checkpoint_missing',
  ),
]
