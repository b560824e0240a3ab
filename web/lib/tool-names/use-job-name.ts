import { promptOf } from '#contract/drawing-parameters.ts'
import type { Job } from '#contract/inference-jobs.ts'
import { useTexts } from './texts.ts'
import { isToolJob } from './tool-links.ts'

/** What a job is called: by its words, or by what its tool does. */
export function useJobName(): (job: Pick<Job, 'type' | 'parameters'>) => string {
  const t = useTexts()
  return ({ type, parameters }) => {
    // The words of a detail pass are mostly the server's.
    const prompt = type === 'AD' ? null : promptOf(parameters)
    return prompt ?? (isToolJob(type) ? t(`job.${type}`) : type)
  }
}
