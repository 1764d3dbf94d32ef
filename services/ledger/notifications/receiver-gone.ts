/** There is nobody any more to be told. */
export class ReceiverGone extends Error {}
