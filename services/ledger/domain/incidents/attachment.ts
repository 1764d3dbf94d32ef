import type {
  AttachToIncidentRequest,
  CommentIncidentRequest,
} from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import {
  type IncidentAttachment,
  IncidentAttachmentSchema,
  type IncidentComment,
  IncidentCommentSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { invalid } from '../../../kernel/errors/errors.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { canonicalJson } from '../../../kernel/json/canonical-json.ts'
import { timestamp } from '../../../kernel/values/time.ts'
import type { Changing } from './incident-change.ts'

export const commentRecords = recordCodec(IncidentCommentSchema)
export const attachmentRecords = recordCodec(IncidentAttachmentSchema)

/** @throws DomainError VALIDATION */
export function commentOf(
  id: string,
  incidentId: string,
  request: CommentIncidentRequest,
  by: Changing,
): IncidentComment {
  return {
    $typeName: 'attestry.ledger.v1.IncidentComment',
    id,
    incidentId,
    text: request.text,
    author: by.by,
    createdAt: timestamp(by.at),
  }
}

/** @throws DomainError VALIDATION */
export function attachmentOf(
  id: string,
  incidentId: string,
  request: AttachToIncidentRequest,
  { at, by }: Changing,
): IncidentAttachment {
  const { name, mediaType, content, note } = request
  const isMadeOfDots = name.replaceAll('.', '').trim() === ''
  if (isMadeOfDots || /[/\\\p{Cc}\p{Zl}\p{Zp}]/u.test(name))
    throw invalid({ name: ['must be a file name, without a path'] })
  // Bidirectional controls: they can display the name of an `….exe` as that of an `….jpg`.
  if (/\p{Bidi_Control}/u.test(name))
    throw invalid({ name: ['must not hold characters that change the direction of reading'] })
  if (mediaType !== '' && !MEDIA_TYPE.test(mediaType))
    throw invalid({ media_type: ['must be a media type, e.g. application/pdf'] })
  return {
    $typeName: 'attestry.ledger.v1.IncidentAttachment',
    id,
    incidentId,
    name,
    mediaType: mediaType || 'application/octet-stream',
    bytes: content.length,
    note,
    sha256: sha256Hex(content),
    attachedBy: by,
    createdAt: timestamp(at),
  }
}

/** The attachment of a document that was rendered for an incident. */
export function documentAttachment(
  id: string,
  incidentId: string,
  {
    name,
    mediaType,
    content,
    sha256,
  }: { name: string; mediaType: string; content: Uint8Array; sha256: string },
  { at, by }: Changing,
): IncidentAttachment {
  return {
    $typeName: 'attestry.ledger.v1.IncidentAttachment',
    id,
    incidentId,
    name,
    mediaType,
    bytes: content.length,
    note: '',
    sha256,
    attachedBy: by,
    createdAt: timestamp(at),
  }
}

/** The record with the bytes of an attachment, in base64. It has the attachment's id. */
export function contentRecord(
  organizationId: string,
  { id, incidentId }: IncidentAttachment,
  content: Uint8Array,
): string {
  const { buffer, byteOffset, length } = content
  const base64 = Buffer.from(buffer, byteOffset, length).toString('base64')
  // Base64 has no character that JSON escapes. Searching for one took longer than everything else.
  const others = canonicalJson({ id, incident_id: incidentId, organization_id: organizationId })
  return `{"content":"${base64}",${others.slice(1)}`
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,63}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,63}$/i
