import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { FACE_STATEMENT } from '#contract/jobs/face-swap.ts'
import { runCommand } from '../support/run-program.ts'
import { photographFile, softPhotograph } from '#scripts/support/photographs.ts'
import { choosePhoto } from './choose-photo.ts'
import { type Person, signedIn } from './people.ts'
import { expectSound } from './sound.ts'

/** Each tool with what its button says. What has to be chosen besides the image is chosen by `choose`. */
const TOOLS: { path: string; verb: string; choose?: (page: Page) => Promise<void> }[] = [
  { path: '/image-to-image', verb: 'Generate' },
  { path: '/tools/background-removal', verb: 'Remove background' },
  { path: '/tools/replace-background', verb: 'Replace background' },
  { path: '/tools/upscale-image', verb: 'Upscale' },
  { path: '/tools/instant-avatars', verb: 'Make avatars' },
  {
    path: '/tools/face-swap',
    verb: 'Swap face',
    choose: async (page) => {
      await choosePhoto(page, 'Face to use', await readFile(photographFile('woman-in-a-garden')))
      await page.getByRole('checkbox', { name: FACE_STATEMENT.text }).press('Space')
    },
  },
  {
    path: '/tools/fix-faces',
    verb: 'Fix faces',
    choose: async (page) => {
      // By keyboard: a mouse would stay on the button, with its tooltip.
      await page.getByRole('button', { name: 'Remove: Image' }).press('Enter')
      await choosePhoto(page, 'Image', await softPhotograph('astronaut'))
    },
  },
  { path: '/tools/professional-headshots/create', verb: 'Make headshots' },
  { path: '/tools/text-to-video', verb: 'Create video' },
]

async function takeAllCredits(page: Page, { email, token }: Person): Promise<void> {
  const headers = { authorization: `Token ${token}` }
  // The day's bonus comes with the first page otherwise.
  await page.request.post('/api/credits/login_bonus/', { headers })
  const asked = await page.request.get('/api/credits/', { headers })
  const { balance } = (await asked.json()) as { balance: number }
  const DATA_DIR = process.env['E2E_DATA_DIR'] ?? ''
  const taken = ['user', 'credits', '--email', email, `--add=-${balance}`, '--reason', 'A test']
  expect((await runCommand(taken, { DATA_DIR })).code).toBe(0)
}

test('without credits every tool says how many are missing, orders nothing and leads to more', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const person = await signedIn(page, baseURL!)
  const uploaded = await page.request.post('/api/uploaded_images/upload_image/', {
    headers: { authorization: `Token ${person.token}` },
    multipart: {
      image: {
        name: 'portrait.jpg',
        mimeType: 'image/jpeg',
        buffer: await readFile(photographFile('astronaut')),
      },
    },
  })
  const { id } = (await uploaded.json()) as { id: string }
  await takeAllCredits(page, person)
  const ordered: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /_jobs\/|batches/.test(request.url()))
      ordered.push(request.url())
  })
  for (const { path, verb, choose } of TOOLS) {
    await page.goto(`${path}?image=${id}`)
    await choose?.(page)
    const button = page.getByRole('button', { name: new RegExp(`^${verb} - \\d+ credits?$`) })
    await expect(button).toBeDisabled()
    await expect(page.getByText(/^You need \d+ more credits?\./)).toBeVisible()
    await expectSound(page)
  }
  await page.getByRole('button', { name: 'Get more credits', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expectSound(page)
  expect(ordered).toEqual([])
})
