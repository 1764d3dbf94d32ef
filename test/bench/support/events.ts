/** Returns the event with this sequence number. */
export function event(seq: number) {
  return {
    seq,
    event_type: 'tool_call',
    tool_name: `tool_${seq % 7}`,
    occurred_at: '2026-11-20T10:15:30.123Z',
    payload: {
      query: 'select count(*) from invoices where due < now()',
      rows: seq % 100,
      cached: false,
      tags: ['billing', 'read'],
    },
  }
}

/**
 * Makes bodies with the next 100 events each. The part of an event after its number repeats and is made once, since the load
 * generator shares the cores with the measured processes.
 */
export function batches(): () => string {
  let next = 0
  const text = (): string => {
    const seq = next++
    return `{"seq":${seq}${RESTS[seq % RESTS.length]}`
  }
  return () => `{"events":[${Array.from({ length: 100 }, text).join(',')}]}`
}

/** The texts of 700 events without their numbers. After these the texts repeat. */
const RESTS = Array.from({ length: 700 }, (_, seq) =>
  JSON.stringify(event(seq)).slice(`{"seq":${seq}`.length),
)
