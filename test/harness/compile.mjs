// Compiles what a composition loads, for the workers that start after it. Node.js keeps what was compiled when this process ends.
import './imports.mjs'

await import('../../gateway/cli/process/compose.ts')
