declare module 'pako' {
  /** What is used of pako's inflation, which has no types of its own. */
  export class Inflate {
    constructor(options: { raw: boolean; chunkSize: number })
    push(data: Uint8Array, last: boolean): boolean
    onData: (chunk: Uint8Array) => void
    onEnd: (status: number) => void
    ended: boolean
    err: number
    strm: { total_in: number; msg: string }
  }
}
