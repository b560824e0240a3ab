import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { SMALL, startGenerationApp, submit, waitForEnd } from '#tests/support/generation.ts'
import { newPerson, type TestPerson } from '#tests/support/people.ts'
import type { TestApp } from '#tests/support/test-app.ts'

const { support, adminTickets } = api

let app: TestApp
let staff: TestPerson
beforeAll(async () => {
  ;({ app } = await startGenerationApp())
  staff = await newPerson(app)
  await app.context.accounts.setUser({ email: staff.email, staff: true })
})
afterAll(() => app.dispose())

async function open(person: TestPerson, job?: string): Promise<string> {
  const body = { subject: 'A broken image', text: 'It shows three hands.', ...(job && { job }) }
  return (await person.call(support.create, { body })).id
}

test('the prompt and images of the job are shown to the team by an act that is in the log', async () => {
  const ada = await newPerson(app)
  const job = await waitForEnd(ada, await submit(ada))
  const id = await open(ada, job.id)
  expect(JSON.stringify(await staff.call(adminTickets.read, { params: { id } }))).not.toContain(
    SMALL.prompt,
  )
  const show = (ticket: string, by = staff) =>
    by.call(adminTickets.showJob, { params: { id: ticket }, body: {} })
  const { images, ...asked } = await show(id)
  expect(asked).toMatchObject({ prompt: SMALL.prompt })
  expect(images.map((image) => image.id)).toEqual([job.images[0]!.id])
  expect((await fetch(app.url + images[0]!.url)).headers.get('content-type')).toContain('image/')
  const { rows } = await sql<{ actor: string; owner: string }>`
    select actor_id as actor, user_id as owner from audit_log
    where action = 'ticket_job_viewed' and subject = ${id}`.execute(app.db.kysely)
  expect(rows).toEqual([{ actor: staff.id, owner: ada.id }])

  await expect(show(await open(ada))).rejects.toMatchObject({ status: 404 })
  await expect(show(id, ada)).rejects.toMatchObject({ status: 404 })
  await ada.call(api.predictionImages.remove, { params: { id: job.images[0]!.id } })
  expect((await show(id)).images).toEqual([])
})
