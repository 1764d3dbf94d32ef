declare module 'linebreak' {
  /** The line breaks of a text after UAX 14, in order; the module has no types of its own. */
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}
