/**
 * Returns a function that asks for many things in one call. All questions that are asked until the present task ends go into one
 * call, or into several calls of at most `most` questions.
 *
 * @param ask makes the call; resolves to the answers in the order of the questions
 */
export function batched<Question, Answer>(
  most: number,
  ask: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  const send = async (some: Waiting<Question, Answer>[]): Promise<void> => {
    try {
      const answers = await ask(some.map(({ question }) => question))
      for (const [i, { resolve }] of some.entries()) resolve(answers[i]!)
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length > 1) return
      setTimeout(() => {
        const all = waiting
        waiting = []
        while (all.length > 0) void send(all.splice(0, most))
      })
    })
}

type Waiting<Question, Answer> = {
  question: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}
