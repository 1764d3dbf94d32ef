import { zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'
import { asZstd, DRY_RUN, promptfoo, sample, scratch, zip } from './samples.ts'

const written = scratch()

describe('attestry import results refuses a file with its name, the place and the reason', () => {
  const cases: [string, () => Promise<string | Uint8Array>, string][] = [
    ['nothing', async () => '', 'is empty'],
    [
      'CSV with two columns of one name',
      async () => 'metric_name,metric_value,metric_value\nasr,0.9,0.1\n',
      'has the column "metric_value" twice',
    ],
    [
      'JUnit whose number of failures is none',
      async () => '<testsuite name="a" failures="1,204"><testcase/></testsuite>',
      'says failures and errors that are no numbers',
    ],
    [
      'JUnit with a negative number of errors',
      async () => '<testsuite name="a" failures="3" errors="-3"><testcase/></testsuite>',
      'says failures and errors that are no numbers',
    ],
    ['no JSON', async () => '{"results":', 'ends early'],
    [
      'promptfoo whose counts do not add up',
      async () => promptfoo((r) => r.results.pop()),
      'results.stats.successes: says 3, and the results have 2',
    ],
    [
      'promptfoo without a verdict',
      async () =>
        promptfoo((r) => {
          r.results[1].success = 'yes'
        }),
      'results.results[1].success: must be true or false',
    ],
    [
      'garak without its end',
      async () => sample('garak.report.jsonl').split('\n').slice(0, -2).join('\n'),
      'no completion entry',
    ],
    [
      'garak of which a second run did not end',
      async () => {
        const whole = sample('garak.report.jsonl')
        return `${whole}${whole.split('\n').slice(0, 4).join('\n')}\n`
      },
      'no completion entry',
    ],
    [
      'garak whose counts do not add up',
      async () => sample('garak.report.jsonl').replace('"fails": 1', '"fails": 3'),
      'line 4: passed and failed',
    ],
    [
      'garak cut within a line',
      async () => sample('garak.report.jsonl').slice(0, -30),
      'line 7: is not JSON, or ends early',
    ],
    [
      'an Inspect archive without header',
      async () => zip([['samples/1.json', Buffer.from('{}')]], true),
      'header.json: is missing',
    ],
    [
      'an Inspect archive with two headers',
      async () =>
        zip(
          [
            ['header.json', Buffer.from(sample('inspect.json'))],
            ['header.json', Buffer.from(sample('inspect.json').replace('"success"', '"error"'))],
          ],
          true,
        ),
      'header.json: is in the archive twice',
    ],
    [
      'a cut archive',
      async () => (await zip([['header.json', Buffer.from('{}')]], true)).subarray(0, 40),
      'is not a complete zip archive',
    ],
    [
      'a zip bomb',
      async () => zip([['header.json', Buffer.alloc(65 * 1024 * 1024)]], false),
      'within 64 MiB',
    ],
    [
      'a Zstandard bomb',
      async () =>
        asZstd(
          await zip([['header.json', zstdCompressSync(Buffer.alloc(65 * 1024 * 1024))]], true),
          Buffer.alloc(10),
        ),
      'within 64 MiB',
    ],
    [
      'XML with entities',
      async () => '<!DOCTYPE a [<!ENTITY b "c">]><testsuites><testsuite name="&b;"/></testsuites>',
      'is not XML',
    ],
    ['XML that nests', async () => `<testsuites>${'<testsuite>'.repeat(70)}`, 'deeper than 64'],
    // 1,000,000 ends of strings in a string that does not end: none is looked for from each of them.
    ['a string that does not end', async () => `{"${'\\"'.repeat(1_000_000)}`, 'ends early'],
    [
      'an Inspect archive whose header is damaged',
      async () => {
        const archive = await zip([['header.json', Buffer.from(sample('inspect.json'))]], true)
        const digit = archive.indexOf('"value":') + 9
        archive[digit] = archive[digit] === 0x31 ? 0x30 : 0x31
        return archive
      },
      'header.json: is damaged',
    ],
    [
      'a path out of the archive',
      async () =>
        renamed(await zip([['xx/header.json', Buffer.from('{}')]], true), 'xx/header.json', '../header.json'),
      'invalid relative path',
    ],
    [
      'JUnit suites of which one failed before it ran',
      async () =>
        '<testsuites><testsuite name="a"><testcase name="x"/></testsuite><testsuite name="b" errors="1" failures=""/></testsuites>',
      'testsuite "b": says 1 failures and errors',
    ],
    [
      'JUnit with an error of a suite',
      async () => '<testsuite name="a"><error message="set-up"/><testcase/></testsuite>',
      'line 1: has an element error outside of a test case',
    ],
    [
      'JUnit with a failure of the report',
      async () => '<testsuites><testsuite name="a"><testcase/></testsuite><failure/></testsuites>',
      'line 1: has an element failure outside of a test case',
    ],
    [
      'JUnit with a test case in one that failed',
      async () => '<testsuite name="a"><testcase><failure/><testcase/></testcase></testsuite>',
      'line 1: has a test case in a test case',
    ],
    [
      'JUnit of Node.js with a test that failed after its subtests',
      async () =>
        '<testsuites><testsuite name="a" failures="0"><testcase/></testsuite><!-- pass 1 --><!-- fail 1 --></testsuites>',
      'testsuites "": says 1 failures and errors',
    ],
    ['SARIF of an unknown kind', async () => sarif('"kind":"Fail"'), 'results[0].kind: is not one of SARIF'],
    [
      'SARIF of an unknown level',
      async () => sarif('"level":"critical"'),
      'results[0].level: is not one of SARIF',
    ],
    [
      'SARIF whose success is a text',
      async () => sarif('"level":"note"', '{"executionSuccessful":"false"}'),
      'executionSuccessful: must be true or false',
    ],
    [
      'a direction that is misspelt',
      async () => '[{"metric_name":"a","metric_value":1,"direction":"lower"}]',
      '[0].direction: must be higher_is_better or lower_is_better',
    ],
    [
      'a value beyond a threshold without a direction or a verdict',
      async () => '[{"metric_name":"a","metric_value":0.2,"threshold":0.9}]',
      '[0].direction: is missing: a threshold without `passed` needs it',
    ],
    [
      'a verdict that is no verdict',
      async () => '[{"metric_name":"a","metric_value":1,"passed":-1}]',
      '[0].passed: must be true or false',
    ],
    [
      'a threshold that is no number',
      async () => '[{"metric_name":"a","metric_value":1,"threshold":[]}]',
      '[0].threshold: is not a number',
    ],
    [
      'a value that is not decimal',
      async () => '[{"metric_name":"a","metric_value":"0x10"}]',
      '[0].metric_value: is not a number',
    ],
    ['XML that ends', async () => '<testsuites><testsuite>', 'is not XML'],
    ['another XML', async () => '<html></html>', 'is not a JUnit report'],
    ['no UTF-8', async () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'is not UTF-8'],
    ['JSON without a list', async () => '{"a":1}', 'name it as "items" in the map'],
    [
      'a value that is no number',
      async () => '[{"metric_name":"a","metric_value":"high"}]',
      '[0].metric_value: is not a number',
    ],
    ['words', async () => 'hello', 'in no known format'],
  ]
  for (const [name, content, reason] of cases) {
    test(name, async () => {
      const file = await written('refused.dat', await content())
      const { code, stdout, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toContain(reason)
      expect(stderr).toContain('refused.dat')
    })
  }

  test('attestry import results exits with 5 for a file in which nothing was measured', async () => {
    const file = await written('failed.json', sample('inspect.json').replace('"success"', '"error"'))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(5)
    expect(stderr).toContain('nothing was measured')
  })

  test('attestry import results submits nothing of an Inspect log whose samples were invalidated', async () => {
    const log = { ...JSON.parse(sample('inspect.json')), invalidated: true }
    const file = await written('invalidated.json', JSON.stringify(log))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(5)
    expect(stderr).toContain('samples of the log were invalidated')
  })

  test('attestry import results refuses deeply nested JSON before it is parsed', async () => {
    const file = await written('deep.json', '['.repeat(20_000_000))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(2)
    expect(stderr).toContain('is nested deeper than 1000 levels')
  })

  test('attestry import results refuses an archive with too many members before they are read', async () => {
    const file = await written('members.eval', endOfArchive(250_001))
    const { code, stderr } = await pipeline(['import', 'results', file, ...DRY_RUN])
    expect(code).toBe(2)
    expect(stderr).toContain('has more than 250000 members')
  })
})

function sarif(result: string, invocation = '{"executionSuccessful":true}'): string {
  return `{"version":"2.1.0","runs":[{"invocations":[${invocation}],"results":[{${result}}]}]}`
}

/** A zip of `count` members by its end records (APPNOTE 4.3.14 to 4.3.16), and without one. */
function endOfArchive(count: number): Buffer {
  const start = Buffer.from('504b0304', 'hex')
  const end = Buffer.alloc(98)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(start.length), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(start.length), 64)
  end.writeUInt32LE(1, 72)
  end.writeUInt32LE(0x06054b50, 76)
  end.writeUInt32LE(0xffffffff, 84)
  end.writeUInt32LE(0xffffffff, 88)
  end.writeUInt32LE(0xffffffff, 92)
  return Buffer.concat([start, end])
}

/** A zip whose member has another name of the same length. */
function renamed(archive: Buffer, from: string, to: string): Buffer {
  return Buffer.from(archive.toString('latin1').replaceAll(from, to), 'latin1')
}
