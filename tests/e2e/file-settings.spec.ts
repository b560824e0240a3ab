import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { withTexts } from '../../server/domains/media/png-chunks.ts'
import { newPerson, signIn } from './people.ts'

const PARAMETERS = [
  'a lighthouse at night',
  'Negative prompt: boats',
  'Steps: 28, Sampler: Euler, CFG scale: 6.5, Seed: 1234, Size: 640x512, Model: dream_v8, Version: v1.10.1',
].join('\n')

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
  const file = withTexts(image, { parameters: PARAMETERS, xmp: '' }).toString('base64')
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const transfer = new DataTransfer()
    transfer.items.add(new File([bytes], 'lighthouse.png', { type: 'image/png' }))
    document.dispatchEvent(
      new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
    )
  }, file)
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
