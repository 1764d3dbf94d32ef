// The generators use the API of TypeScript 5, which TypeScript 7 does not have; ts-morph ships it.
import { registerHooks } from 'node:module'

const EARLIER = new URL('../../../node_modules/@ts-morph/common/dist/typescript.js', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? EARLIER : specifier, context),
})
