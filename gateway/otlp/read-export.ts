import type { DescMessage, Message, MessageShape } from '@bufbuild/protobuf'
import { eventLoopShare } from '../../services/kernel/concurrency/event-loop.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { makeDecodable } from './binary-problems.ts'
import { decodeMessage, type Encoding } from './decode.ts'
import { withoutUndecodableJson } from './json-problems.ts'
import type { MessageSink } from './pieces.ts'
import type { Mapped, Reading } from './reading.ts'

/**
 * Reads an export. An item that cannot be decoded although its encoding is well formed (a value of another type, an id that is not
 * hex) is left out and counted as malformed, so that one sender behind a collector does not cost the others their data. If a
 * resource or a scope cannot be decoded, all its items are left out. In texts that are not UTF-8, other characters replace the
 * invalid bytes. Nested values are read down to the limit. The bytes are changed in place.
 *
 * @param start begins to read; called again if the export is decoded a second time
 *
 * @throws RestError 400; 413 for very many parts or reports
 */
export async function readExport<D extends DescMessage, R extends Reading<MessageShape<D> & Message>>(
  desc: D,
  bytes: Buffer,
  encoding: Encoding,
  start: () => R,
): Promise<{ reading: R; mapped: Mapped }> {
  const readAll = async (): Promise<{ reading: R; mapped: Mapped }> => {
    const reading = start()
    return { reading, mapped: reading.end(await decodeMessage(desc, bytes, encoding, reading)) }
  }
  try {
    return await readAll()
  } catch (error) {
    if (!(error instanceof RestError && error.status === 400)) throw error
    const problems = await problemsOf(desc, bytes, encoding, start().types).catch(() => undefined)
    if (problems === undefined) throw error
    const read = await readAll()
    for (const problem of problems) read.mapped.malformed.push(problem)
    return read
  }
}

/** Changes the parts that cannot be decoded. @returns the problem of each item that is left out */
async function problemsOf(
  desc: DescMessage,
  bytes: Buffer,
  encoding: Encoding,
  types: MessageSink['types'],
): Promise<string[]> {
  if (encoding === 'application/json')
    return await withoutUndecodableJson(desc, bytes, types, eventLoopShare())
  await makeDecodable(desc, bytes, eventLoopShare())
  return []
}
