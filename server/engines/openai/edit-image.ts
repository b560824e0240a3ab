import sharp from 'sharp'
import { checkImage, type Size } from '../remote/check-image.ts'
import { prepareSource } from '../remote/prepare-source.ts'
import {
  EngineError,
  type EditImageRequest,
  type ImageRequest,
  type ImageSource,
} from '../spec/index.ts'
import {
  askedSize,
  type DrawnImage,
  filesOf,
  type ImageCall,
  type MadeFile,
  send,
  type Server,
  wordsOf,
} from './draw-image.ts'
import { t } from '#server/texts/index.ts'

const asPng = (file: Uint8Array) => new Blob([new Uint8Array(file)], { type: 'image/png' })

/** Sends a form to `images/edits`. @returns the file that came of it. @throws EngineError */
async function edit(
  server: Server,
  {
    model,
    prompt,
    images,
    ...fields
  }: { model: string; prompt: string; images: readonly Uint8Array[] } & Record<string, unknown>,
  call: ImageCall,
  mask?: Uint8Array,
): Promise<MadeFile> {
  const form = new FormData()
  form.set('model', model)
  form.set('prompt', prompt)
  form.set('n', '1')
  if (server.options.responseFormat) form.set('response_format', 'b64_json')
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
  for (const [at, image] of images.entries())
    form.append(images.length === 1 ? 'image' : 'image[]', asPng(image), `image-${at}.png`)
  if (mask) form.set('mask', asPng(mask), 'mask.png')
  const encoded = new Response(form)
  const content = {
    type: encoded.headers.get('content-type') ?? '',
    body: new Uint8Array(await encoded.arrayBuffer()),
  }
  const answer = await send(server, '/images/edits', content, call)
  return (await filesOf(server, answer, call.signal))[0]!
}

/** Changes an image as words say. @returns a PNG of any size. @throws EngineError */
export async function editImage(
  server: Server,
  { model, prompt, images: given, seed }: EditImageRequest,
  call: ImageCall,
): Promise<DrawnImage> {
  const images = await Promise.all(given.map((file) => sharp(file).autoOrient().png().toBuffer()))
  const words = wordsOf(server, { prompt, seed }, call)
  const made = await edit(server, { model, prompt: words.prompt, images, ...words.fields }, call)
  return checked(made, (file) => checkImage(file, null))
}

/** A file as `check` leaves it, or why it cannot be delivered: it was drawn, so it is billed. */
async function checked(
  made: MadeFile,
  check: (file: Uint8Array) => Promise<Uint8Array>,
): Promise<DrawnImage> {
  try {
    return { ...made, data: await check(made.data) }
  } catch (failure) {
    return { failure, costMicros: made.costMicros }
  }
}

/**
 * Draws over an image: under its mask and around it, or all of it by a strength.
 * @returns a PNG in which every pixel outside of the mask is the image's own. @throws EngineError
 */
export async function drawOver(
  server: Server,
  request: ImageRequest,
  source: ImageSource,
  call: ImageCall,
): Promise<DrawnImage> {
  const { options } = server
  const { image, mask, size, finish } = await prepareSource(source, request)
  if (mask === null ? !options.strength : !options.mask) {
    throw new EngineError('unsupported', `${server.name} does not draw over images so`, {
      retryable: false,
      userMessage: t('engines.notWithModel'),
    })
  }
  const asked = askedSize(server, size)
  const [width = 0, height = 0] = asked.split('x').map(Number)
  const words = wordsOf(server, request, call)
  const made = await edit(
    server,
    {
      model: request.model,
      prompt: words.prompt,
      images: [await stretched(image, { width, height })],
      size: asked,
      ...words.fields,
    },
    call,
    mask === null ? undefined : await transparentMask(mask, { width, height }),
  )
  return checked(made, async (file) =>
    finish(await stretched(await checkImage(file, options.sizes ? null : size), size)),
  )
}

/** What goes there in one of the server's sizes comes back by the same stretch, so that each pixel is in its place. */
async function stretched(file: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const image = sharp(file)
  const now = await image.metadata()
  if (now.width === width && now.height === height) return file
  return image.resize(width, height, { fit: 'fill', kernel: 'lanczos3' }).png().toBuffer()
}

/**
 * A mask as both conventions read it: what is to be repainted is transparent, as OpenAI has it, and white, as other servers
 * have it.
 */
async function transparentMask(mask: Uint8Array, { width, height }: Size): Promise<Uint8Array> {
  const grey = await sharp(mask)
    .resize(width, height, { fit: 'fill', kernel: 'nearest' })
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  const pixels = Buffer.alloc(grey.length * 4)
  for (const [at, value] of grey.entries()) pixels.set([value, value, value, 255 - value], at * 4)
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}
