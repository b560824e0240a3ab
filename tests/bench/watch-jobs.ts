import { EVENTS_PATH } from '#contract/events.ts'
import { Job } from '#contract/inference-jobs.ts'
import type { TestPerson } from '../support/people.ts'
import type { TestApp } from '../support/test-app.ts'

/** The jobs of a person's event stream, as a page sees them. */
export async function* watchJobs(app: TestApp, { token }: TestPerson): AsyncGenerator<Job> {
  const headers = { authorization: `Token ${token}` }
  const response = await fetch(new URL(EVENTS_PATH, app.url), { headers })
  if (!response.body) throw new Error(`${response.status} from the event stream`)
  let text = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const data = /^event: job$/m.test(event) ? /^data: (.*)$/m.exec(event)?.[1] : undefined
      if (data !== undefined) yield Job.parse(JSON.parse(data))
    }
  }
}

/** The next job of a stream that fits; a failed one is an error. */
export async function nextJob(
  jobs: AsyncGenerator<Job>,
  fits: (job: Job) => boolean,
): Promise<Job> {
  for (;;) {
    const next = await jobs.next()
    if (next.done) throw new Error('The event stream has ended')
    if (next.value.status === 'FL') throw new Error(`Job ${next.value.id} failed`)
    if (fits(next.value)) return next.value
  }
}
