import type { Job } from '#contract/inference-jobs.ts'
import type { PixelStep, Pending } from '../document/document.ts'
import { addFile, fileOf } from '../editor-store.ts'
import { contextOf } from '../pixels/canvas.ts'
import { cutByMask } from '../pixels/files.ts'

/** What came of a job as a step of the document; pixels that were not to change are left out of it. */
export async function takeResult(job: Job, pending: Pending): Promise<PixelStep> {
  const url = job.images[0]?.url
  if (url === undefined) throw new Error(`The job ${job.id} has no image`)
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The image of ${job.id} answers ${answer.status}`)
  const file = await answer.blob()
  if (pending.kind === 'extend')
    return { kind: 'extend', asset: addFile(file), padding: pending.padding }
  const maskFile = fileOf(pending.mask)
  if (!maskFile) throw new Error('The mask of the job is gone')
  const { box } = pending
  const [result, painted] = await Promise.all([
    createImageBitmap(file),
    createImageBitmap(maskFile),
  ])
  const context = contextOf(box.width, box.height, true)
  context.drawImage(painted, 0, 0)
  const { data } = context.getImageData(0, 0, box.width, box.height)
  const mask = new Uint8Array(box.width * box.height)
  for (let pixel = 0; pixel < mask.length; pixel++) mask[pixel] = data[4 * pixel]!
  const cut = await cutByMask(
    result,
    { data: mask, width: box.width, height: box.height },
    { x: 0, y: 0, width: box.width, height: box.height },
  )
  return { kind: 'paste', asset: addFile(cut), box }
}
