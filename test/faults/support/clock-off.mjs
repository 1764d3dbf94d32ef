// Loaded before anything else (NODE_OPTIONS=--import=…): shifts this process's clock by ATTESTRY_TEST_CLOCK_MS.
const off = Number(process.env.ATTESTRY_TEST_CLOCK_MS)
const now = Date.now

globalThis.Date = new Proxy(Date, {
  construct: (RightDate, args, target) =>
    Reflect.construct(RightDate, args.length === 0 ? [now() + off] : args, target),
  get: (RightDate, name) => (name === 'now' ? () => now() + off : Reflect.get(RightDate, name)),
})
