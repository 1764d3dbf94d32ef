/** The receiver of a notification does not exist any more. */
export class ReceiverGone extends Error {}
