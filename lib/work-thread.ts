/** What runs in a thread of `threads.ts`: the work of any file, several pieces of it with one message. */

export interface PieceOfWork {
  /** Its default export takes one input. */
  file: string
  inputs: readonly unknown[]
}

export type Outcome = { output: unknown } | { error: unknown }

type Work = (input: unknown) => unknown

const loaded = new Map<string, Promise<{ default: Work }>>()

export default async function workOn({ file, inputs }: PieceOfWork): Promise<Outcome[]> {
  const loading = loaded.get(file) ?? (import(file) as Promise<{ default: Work }>)
  loaded.set(file, loading)
  const { default: work } = await loading
  const outcomes: Outcome[] = []
  for (const input of inputs) {
    try {
      outcomes.push({ output: await work(input) })
    } catch (error) {
      outcomes.push({ error })
    }
  }
  return outcomes
}
