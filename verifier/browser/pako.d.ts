declare module 'pako' {
  /** The part of pako's inflation that is used; the package has no types. */
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
