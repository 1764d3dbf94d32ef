// Compiles the modules that a composition loads, for the workers that start later. Node.js writes the compiled code to its cache
// when this process ends.
import './imports.mjs'

await import('../../gateway/cli/process/compose.ts')
