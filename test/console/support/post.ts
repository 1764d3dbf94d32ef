import type { TestInstallation } from '../../harness/installation.ts'
import { call } from '../../harness/rest.ts'

/** Creates objects by the REST API, with the key of the first organization. @throws where one is refused */
export function posting({ baseUrl, organization: { key } }: TestInstallation) {
  return async (path: string, body: object) => {
    const answer = await call(baseUrl, `/api/v1${path}`, { key, body })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`)
    return answer.body
  }
}
