import { type APIRequestContext, expect, type Page, request, test } from '@playwright/test'
import { PACK_LIMITS } from '#contract/values/jobs/pack-run.ts'
import type { PackRun } from '#contract/packs.ts'
import { putModelFile } from '#tests/support/model-file.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'
import { newPerson, type Person, signIn } from './people.ts'
import { expectSound } from './sound.ts'

test.setTimeout(300_000)

const SHOTS = PACK_LIMITS.shots.least
const SMALL = { width: 64, height: 64 }

let app: OwnApp | undefined
let http: APIRequestContext
let person: Person
test.afterEach(async () => {
  if (!app) return
  await http.dispose()
  await app.dispose()
  app = undefined
})

/** Somebody new, signed in on the page, in an app of the test's own. */
async function begin(page: Page, ...options: Parameters<typeof startOwnApp>): Promise<OwnApp> {
  app = await startOwnApp(...options)
  http = await request.newContext({ baseURL: app.url })
  person = await newPerson(http)
  await signIn(page.context(), person, app.url)
  return app
}

const headers = () => ({ Authorization: `Token ${person.token}` })

async function draft(pack: object): Promise<string> {
  const answer = await http.post('/api/photo_packs/', { headers: headers(), data: pack })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

async function onlyRun(): Promise<PackRun> {
  const answer = await http.get('/api/photo_packs/my/', { headers: headers() })
  const { results } = (await answer.json()) as { results: PackRun[] }
  expect(results).toHaveLength(1)
  return results[0]!
}

async function credits(): Promise<number[]> {
  const answer = await http.get('/api/users/me/', { headers: headers() })
  const me = (await answer.json()) as { credits: number; credits_held: number }
  return [me.credits, me.credits_held]
}

/** The free ones and the bonus of the day, which comes with the first page. */
async function creditsAtFirst(): Promise<number> {
  await expect.poll(credits).toEqual([50, 0])
  return 50
}

async function expectBooks({ command }: OwnApp): Promise<void> {
  const { code, stdout } = await command('billing', 'reconcile')
  expect(stdout.trim().split('\n').at(-1)).toBe('0 differences')
  expect(code).toBe(0)
}

test('two shots of a run with a model of one’s own fail: tried again for nothing, one with other words, the rest given back', async ({
  page,
}) => {
  const own = await begin(page, {}, 'tests/support/scripted-program.ts')
  // As if it had been trained a while ago.
  await own.sql(`insert into lora_trainings (user_id, project_name, training_type, object_type, original_model_version,
      engine, consent_subject, consent_text, status, seed, created_model_version, lora_hash, checkpoint_key)
    select id, 'Ada', 'General', 'person', 'scripted-model', 'scripted', 'self', '', 'Successful', 1, 'ada-0123456789', 'abc',
      '${putModelFile(own.dataDir)}'
    from users where email = '${person.email}'`)
  const failing = new Set([2, 4])
  const id = await draft({
    title: 'Ten portraits',
    subject: 'person',
    shots: Array.from({ length: SHOTS }, (_, index) => ({
      prompt: `a photo of {subject}, number ${index + 1}${failing.has(index + 1) ? ' that fails' : ''}`,
      ...SMALL,
    })),
  })
  await page.goto(`${own.url}/packs/photo-packs/detail/${id}`)
  const had = await creditsAtFirst()
  await page.getByLabel('Your model').selectOption('Ada')
  await page.getByRole('button', { name: 'Make all - 10 credits' }).click()
  await expect(page.getByText(/ · 8 of 10 delivered$/)).toBeVisible({ timeout: 60_000 })
  const shots = page.getByRole('list', { name: 'Shots' }).getByRole('listitem')
  await expect(shots).toHaveCount(SHOTS)
  for (const number of failing)
    await expect(shots.nth(number - 1)).toContainText('The engine failed as it was told to.')
  await expect(
    page.getByText(/^Paid: 8 credits\. Reserved: 2 credits\. Returned: 0 credits\./),
  ).toBeVisible()
  expect(await credits()).toEqual([had - SHOTS, 2])
  await expectSound(page)

  await page.getByRole('button', { name: 'Change prompt of shot 4' }).click()
  await page.getByLabel('Prompt of shot 4').fill('a photo of {subject} by the sea')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Retry 2 for free' }).click()
  await expect(page.getByText(/ · 9 of 10 delivered$/)).toBeVisible({ timeout: 60_000 })
  await expect(shots.nth(3)).toContainText('by the sea')
  await expect(shots.nth(3).getByRole('img')).toBeVisible()
  await expect(shots.nth(1)).toContainText('The engine failed as it was told to.')
  await page.getByRole('button', { name: 'Refund the rest' }).click()
  await expect(
    page.getByText(/^Paid: 9 credits\. Reserved: 0 credits\. Returned: 1 credit\./),
  ).toBeVisible()
  await expectSound(page)

  expect((await onlyRun()).cost).toEqual({ quoted: 10, held: 0, captured: 9, released: 1 })
  expect(await credits()).toEqual([had - 9, 0])
  await expectBooks(own)
})

test('the server is killed in the middle of a run: it goes on, no shot is made twice and no credit is lost', async ({
  page,
}) => {
  const own = await begin(page)
  const id = await draft({
    title: 'Ten foxes',
    subject: 'none',
    shots: Array.from({ length: SHOTS }, (_, index) => ({
      prompt: 'a red fox',
      seed: index,
      // The later ones take so long that the run is not over by then on a fast machine.
      ...(index < 2 ? { width: 256, height: 256 } : { width: 512, height: 512 }),
    })),
  })
  await page.goto(`${own.url}/packs/photo-packs/detail/${id}`)
  const had = await creditsAtFirst()
  await page.getByRole('button', { name: 'Make all - 10 credits' }).click()
  await expect(page.getByText(/^In progress · [1-9] of 10 delivered$/)).toBeVisible({
    timeout: 120_000,
  })
  const before = await onlyRun()
  const made = before.shots.filter(({ state }) => state === 'delivered')
  await own.killAndStart()
  await page.reload()
  await expect(page.getByText(/ · 10 of 10 delivered$/)).toBeVisible({ timeout: 180_000 })
  await expectSound(page)

  const after = await onlyRun()
  expect(before.counts.open).toBeGreaterThan(0)
  // What was delivered before stayed as it was.
  expect(
    after.shots
      .filter(({ id: shot }) => made.some((one) => one.id === shot))
      .map(({ image }) => image?.id),
  ).toEqual(made.map(({ image }) => image?.id))
  expect(new Set(after.shots.map(({ image }) => image?.id)).size).toBe(SHOTS)
  expect(after.cost).toEqual({ quoted: 10, held: 0, captured: 10, released: 0 })
  const answer = await http.get('/api/credits/', { headers: headers() })
  const { results } = (await answer.json()) as { results: { kind: string; amount: number }[] }
  expect(results.filter(({ kind }) => kind === 'hold').map(({ amount }) => amount)).toEqual([-10])
  // Each shot is a job, and each job an image: one more would be a shot made twice.
  const images = await http.get('/api/prediction_images/', { headers: headers() })
  expect(((await images.json()) as { results: unknown[] }).results).toHaveLength(SHOTS)
  expect(await credits()).toEqual([had - 10, 0])
  await expectBooks(own)
})
