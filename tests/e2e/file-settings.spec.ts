import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { withTexts } from '#server/domains/media/png-chunks.ts'
import { newPerson, signIn } from './people.ts'

const PARAMETERS = [
  'a lighthouse at night',
  'Negative prompt: boats',
  'Steps: 28, Sampler: Euler, CFG scale: 6.5, Seed: 1234, Size: 640x512, Model: dream_v8, Version: v1.10.1',
].join('\n')

/** Drops a file anywhere on the page, once the page listens: until then it says that it does not take it. */
const drop = (page: Page, bytes: Buffer, name: string, type: string) =>
  expect(async () => {
    const isTaken = await page.evaluate(
      ([base64, called, kind]) => {
        const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([data], called, { type: kind }))
        const event = (what: string) =>
          new DragEvent(what, { dataTransfer: transfer, bubbles: true, cancelable: true })
        // A browser drops only where `dragover` was taken.
        if (document.dispatchEvent(event('dragover'))) return false
        document.dispatchEvent(event('drop'))
        return true
      },
      [bytes.toString('base64'), name, type] as const,
    )
    expect(isTaken).toBe(true)
  }).toPass()

/** What each reported file fills in, and what the notice of it names. */
const REPORTED: Readonly<Record<string, { prompt: string; says?: RegExp }>> = {
  'm01-no-settings.png': { prompt: 'a lighthouse at dusk' },
  'm02-order.png': { prompt: '', says: /Deliberate/ },
  'm14-nan.png': { prompt: 'a loaf of NaN bread' },
  'm15-flux.png': { prompt: 'a white horse', says: /flux1-dev/ },
  'm17-zeroout.png': { prompt: 'a red fox' },
  'm18-controlnet.png': { prompt: 'a red fox', says: /ControlNet c/ },
  'm19-efficient.png': { prompt: 'a red fox' },
  'm21-seed64.png': { prompt: '', says: /1102676403634909/ },
  'm22-novelai.png': { prompt: 'a harbour city, (detailed:1.1)' },
  'm28-civitai.jpg': { prompt: 'a fox' },
  'm30-lines.png': { prompt: 'a lighthouse,\n\nBREAK\nstorm,  sea' },
  'm32-lbw.png': { prompt: 'a fox', says: /ink/ },
  'm33-schedule.png': { prompt: '', says: /SGM Uniform/ },
  'm34-two.png': { prompt: 'a fox' },
}

test('each reported file is read where it is dropped, and a photo as AVIF becomes the source', async ({
  page,
  baseURL,
}) => {
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  await page.goto('/text-to-image?prompt=before')
  const prompt = page.getByLabel('Prompt', { exact: true })
  for (const [name, { prompt: right, says }] of Object.entries(REPORTED)) {
    await test.step(name, async () => {
      const file = readFileSync(`tests/fixtures/reports/${name}`)
      await drop(page, file, name, name.endsWith('jpg') ? 'image/jpeg' : 'image/png')
      const notice = page.getByText(/settings from this .* file/)
      await expect(notice).toBeVisible()
      if (right !== '') await expect(prompt).toHaveValue(right)
      if (says) await expect(notice).toContainText(says)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(prompt).toHaveValue('before')
    })
  }
  const photo = readFileSync('tests/fixtures/reports/plain.avif')
  await drop(page, photo, 'plain.avif', 'image/avif')
  await expect(page.getByRole('img', { name: 'The image to start from' })).toBeVisible()
  await expect(page.getByText('320 x 240 px, deleted on')).toBeVisible()
})

test('a dropped file of another program fills the form, says what is not here, and can be taken back', async ({
  page,
  baseURL,
}) => {
  await signIn(page.context(), await newPerson(page.request), baseURL!)
  await page.goto('/text-to-image?prompt=a+fox')
  const prompt = page.getByLabel('Prompt', { exact: true })
  await expect(prompt).toHaveValue('a fox')
  const image = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#456' } })
    .png()
    .toBuffer()
  const file = withTexts(image, { parameters: PARAMETERS, xmp: '' })
  await drop(page, file, 'lighthouse.png', 'image/png')
  await expect(page.getByText(/settings from this A1111 file/)).toContainText('the model dream_v8')
  await expect(prompt).toHaveValue('a lighthouse at night')
  await expect(page.getByLabel('Steps', { exact: true }).first()).toHaveValue('28')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(prompt).toHaveValue('a fox')

  const data = [
    'a harbour,',
    'at dawn',
    'Negative prompt: fog',
    'Steps: 31, Sampler: Euler, Seed: 7',
  ]
  await prompt.evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, data.join('\n'))
  await expect(page.getByText('The form now has the settings you pasted.')).toBeVisible()
  await expect(prompt).toHaveValue('a harbour,\nat dawn')
  await expect(page.getByLabel('Steps', { exact: true }).first()).toHaveValue('31')
})
