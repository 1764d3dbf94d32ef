import { type Timestamp, timestampFromDate } from '@bufbuild/protobuf/wkt'

/** An instant as messages carry it. */
export const timestamp = (at: Date): Timestamp => timestampFromDate(at)
