/** JSON that is encoded once for all answers that send it. They share its memory until they are read. */
export class EncodedJson {
  readonly bytes: Uint8Array

  constructor(value: object) {
    this.bytes = Buffer.from(JSON.stringify(value))
  }
}
