import { expect, test } from '@playwright/test'
import { toSafetensors } from '#engine/import/write-safetensors.ts'
import { loraMatrices } from '../support/safetensors.ts'
import { signedIn } from './people.ts'
import { expectSoundInBothWidths } from './sound.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

/** A LoRA that nobody else has. */
const loraFile = () =>
  Buffer.from(
    toSafetensors(
      loraMatrices('lora_unet_down_blocks_0_attentions_0_proj_in', {
        out: 32,
        rank: 4,
        inner: [64],
        size: Math.random(),
      }),
    ),
  )

test('a model file is published, withdrawn and published again', async ({ page, baseURL }) => {
  await signedIn(page, baseURL!)
  await page.goto('/inspire/models/all')
  await page.getByRole('link', { name: 'Publish a model' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Publish a model')
  await expect(page.getByText('You haven’t published a model yet.')).toBeVisible()
  await expectSoundInBothWidths(page)

  // Nothing was trained here: a file is what can be published.
  await expect(page.getByRole('radio', { name: 'A file' })).toBeChecked()
  const file = { name: 'paper.safetensors', mimeType: 'application/octet-stream' }
  await page.locator('input[type=file]').setInputFiles({
    ...file,
    buffer: Buffer.from(
      'no model at all, whatever its name says: only words, and more than sixty-four bytes of them',
    ),
  })
  await page.getByLabel(/^Name/).fill('Paper cut-outs')
  await page.getByLabel('Trigger words').fill('papercut, layered')
  await page.getByLabel('This model doesn’t show a real person').check()
  const publish = page.getByRole('button', { name: 'Publish', exact: true })
  await publish.click()
  await expect(page.getByText('This is not a safetensors file.')).toBeVisible()

  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: loraFile() })
  await publish.click()
  await expect(
    page.getByRole('status').filter({ hasText: 'checked before others see it' }),
  ).toBeVisible()
  const own = page.getByRole('region', { name: 'Your models' })
  await expect(own).toContainText('Being checked')
  await expectSoundInBothWidths(page)

  await own.getByRole('button', { name: 'Withdraw Paper cut-outs' }).click()
  await expect(own).toContainText('Withdrawn')
  const again = own.getByRole('button', { name: 'Publish Paper cut-outs again' })
  await expect(again).toBeFocused()
  await again.click()
  await expect(own).toContainText('Being checked')
})
