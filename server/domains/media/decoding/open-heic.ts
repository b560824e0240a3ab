import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import createLibheif from 'libheif-js/libheif-wasm/libheif.js'
import { damaged, Refused } from './refusal.ts'
import { tiffOf } from './tiff.ts'

/**
 * What is used of libheif's C interface; numbers that stand for things are addresses in its memory. Functions that
 * answer an error write it to the address that they get first: code, subcode, message, four bytes each.
 */
interface Libheif {
  HEAPU8: Uint8Array
  HEAP32: Int32Array
  _malloc(bytes: number): number
  _heif_context_alloc(): number
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    file: number,
    bytes: number,
    options: number,
  ): void
  _heif_context_get_primary_image_handle(error: number, context: number, out: number): void
  _heif_image_handle_get_width(handle: number): number
  _heif_image_handle_get_height(handle: number): number
  _heif_image_handle_has_alpha_channel(handle: number): number
  _heif_image_handle_get_raw_color_profile_size(handle: number): number
  _heif_image_handle_get_raw_color_profile(error: number, handle: number, out: number): void
  _heif_decode_image(
    error: number,
    handle: number,
    out: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void
  _heif_image_get_plane_readonly(image: number, channel: number, strideOut: number): number
}

const WASM = fileURLToPath(import.meta.resolve('libheif-js/libheif-wasm/libheif.wasm'))
/** Constants of libheif's `heif.h`. */
const OUT_OF_MEMORY = 6
const RGB = 1
const INTERLEAVED = { 3: 10, 4: 11 } as const
const INTERLEAVED_CHANNEL = 10

/** The main picture of a HEIC file, as it is seen: libheif turns it upright. */
export interface OpenedHeic {
  width: number
  height: number
  hasAlpha: boolean
  /** Its pixels with its colour profile as a TIFF, which sharp reads. */
  readTiff(): Buffer
}

/** The first words of what an error and an answer are written to. */
const ERROR_BYTES = 12
const ANSWER_BYTES = 4

/**
 * Opens a HEIC photograph; its pixels are decoded only when they are read. Nothing is given back: the process that
 * opens one ends with it.
 * @throws {Refused} `damaged`, `memory`
 */
export function openHeic(file: Buffer): OpenedHeic {
  // What it prints would come out as part of the picture.
  const print = () => {}
  const lib = createLibheif({
    wasmBinary: readFileSync(WASM),
    print,
    printErr: print,
  }) as Libheif
  const error = lib._malloc(ERROR_BYTES)
  const answer = lib._malloc(ANSWER_BYTES)
  const wordAt = (address: number) => lib.HEAP32[address / 4] ?? 0

  const check = () => {
    const [code, subcode] = [wordAt(error), wordAt(error + 4)]
    if (code === OUT_OF_MEMORY) throw new Refused({ reason: 'memory' })
    if (code !== 0) throw damaged(`libheif: error ${code}.${subcode}`)
  }
  const allocate = (bytes: number) => {
    const address = lib._malloc(bytes)
    if (address === 0) throw new Refused({ reason: 'memory' })
    return address
  }

  const context = lib._heif_context_alloc()
  const copy = allocate(file.length)
  lib.HEAPU8.set(file, copy)
  lib._heif_context_read_from_memory_without_copy(error, context, copy, file.length, 0)
  check()
  lib._heif_context_get_primary_image_handle(error, context, answer)
  check()
  const handle = wordAt(answer)
  const width = lib._heif_image_handle_get_width(handle)
  const height = lib._heif_image_handle_get_height(handle)
  const hasAlpha = lib._heif_image_handle_has_alpha_channel(handle) !== 0

  const readProfile = (): Buffer | null => {
    const bytes = lib._heif_image_handle_get_raw_color_profile_size(handle)
    if (bytes <= 0) return null
    const profile = allocate(bytes)
    lib._heif_image_handle_get_raw_color_profile(error, handle, profile)
    check()
    return Buffer.from(lib.HEAPU8.subarray(profile, profile + bytes))
  }

  return {
    width,
    height,
    hasAlpha,
    readTiff() {
      const channels = hasAlpha ? 4 : 3
      lib._heif_decode_image(error, handle, answer, RGB, INTERLEAVED[channels], 0)
      check()
      const image = wordAt(answer)
      const plane = lib._heif_image_get_plane_readonly(image, INTERLEAVED_CHANNEL, answer)
      const stride = wordAt(answer)
      const rows = (row: number) => {
        const start = plane + row * stride
        return lib.HEAPU8.subarray(start, start + width * channels)
      }
      return tiffOf({ width, height, channels, rows, profile: readProfile() })
    },
  }
}
