import type { BenchResult } from '../bench-result.ts'
import { judgeSubjects } from './judge-subjects.ts'

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** How often the built-in model would draw what a prompt does not ask for, and how often what it does. */
export async function benchSubjects(): Promise<BenchResult[]> {
  const [tuned, held, later] = [
    await judgeSubjects('tuned'),
    await judgeSubjects('held'),
    await judgeSubjects('later'),
  ]
  const judged = { held, 'written later': later }
  const beside = `of the ${tuned.prompts} prompts that the rules were made with: ${percent(tuned.wrong)} and ${percent(tuned.drawn)}`
  return Object.entries(judged).flatMap(([name, figures]): BenchResult[] => [
    {
      name: `wrong subjects, ${figures.prompts} prompts ${name}`,
      value: figures.wrong,
      unit: '',
      target: { atMost: 0.05 },
      detail: [beside, ...figures.mistakes].join('; '),
    },
    {
      name: `known things drawn, ${figures.naming} prompts ${name}`,
      value: figures.drawn,
      unit: '',
      target: { atLeast: 0.9 },
      detail: `share of the prompts that name a thing of the collection`,
    },
  ])
}
