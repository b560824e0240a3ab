import type { NewUploadPurpose, UploadedImage } from '#contract/uploaded-images.ts'
import { api } from '#contract/index.ts'
import type { TestPerson } from './people.ts'

/** A form as the page sends it. */
export function uploadForm(
  file: Uint8Array,
  options: { field?: string; name?: string } = {},
): FormData {
  const form = new FormData()
  form.append(options.field ?? 'image', new Blob([new Uint8Array(file)]), options.name ?? 'picture')
  return form
}

/** Uploads a file for somebody. */
export const upload = (
  person: TestPerson,
  file: Uint8Array,
  query: { purpose?: NewUploadPurpose } = {},
): Promise<UploadedImage> =>
  person.call(api.uploadedImages.upload, { query, body: uploadForm(file) })
