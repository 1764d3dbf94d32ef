import { ACTIONS } from './actions.ts'
import type { GateCase } from './case-file.ts'
import { emptyStage, type Stage } from './stage.ts'

/** Plays a case step by step. @throws the first failure, with the line it happened on. */
export async function play({ steps }: GateCase, stage: Stage): Promise<void> {
  const so = emptyStage()
  for (const step of steps) {
    const action = ACTIONS[step.words[0] ?? '']
    if (action === undefined) throw new Error(`line ${step.line}: ${step.text} is not a step`)
    try {
      await action(stage, so, step)
    } catch (error) {
      if (error instanceof Error) error.message = `line ${step.line}, "${step.text}": ${error.message}`
      throw error
    }
  }
}
