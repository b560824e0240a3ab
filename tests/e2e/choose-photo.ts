import { expect, type Page } from '@playwright/test'

/** Chooses a photograph for one of the fields of a tool. */
export async function choosePhoto(page: Page, field: string, buffer: Buffer): Promise<void> {
  const section = page.getByRole('region', { name: field, exact: true })
  // The page listens once it is alive.
  await expect(section.getByRole('button', { name: 'From your images' })).toBeVisible()
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer }
  await section.locator('input[type=file]').first().setInputFiles(file)
  await expect(page.getByAltText(`${field}, as chosen`)).toBeVisible()
}
