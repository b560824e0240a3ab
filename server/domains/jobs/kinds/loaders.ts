import type { GenerationRequest } from '#contract/generation-request.ts'
import type { Kind } from '../kind.ts'

/** Every kind that can be asked for, by its type; the code of each is loaded when the first job of it comes. */
export const KINDS: Readonly<Record<GenerationRequest['type'], () => Promise<Kind>>> = {
  TTI: async () => (await import('./text-to-image/kind.ts')).textToImage,
  ITI: async () => (await import('./image-to-image/kind.ts')).imageToImage,
  RB: async () => (await import('./remove-background/kind.ts')).removeBackground,
  UI: async () => (await import('./upscale/kind.ts')).upscale,
  UU: async () => (await import('./upscale/kind.ts')).proUpscale,
  FS: async () => (await import('./face-swap/kind.ts')).faceSwap,
  FF: async () => (await import('./fix-faces/kind.ts')).fixFaces,
  ISI: async () => (await import('./instant-avatars/kind.ts')).instantAvatars,
  PHS: async () => (await import('./headshots/kind.ts')).headshots,
  RPB: async () => (await import('./replace-background/kind.ts')).replaceBackground,
  RO: async () => (await import('./remove-object/kind.ts')).removeObject,
  UIT: async () => (await import('./upscale-by-prompt/kind.ts')).upscaleByPrompt,
  AD: async () => (await import('./detail-pass/kind.ts')).detailPass,
  VID: async () => (await import('./video/kind.ts')).video,
  PPS: async () => (await import('./pack-shot/kind.ts')).packShot,
  OTR: async () => (await import('./own-workflow/kind.ts')).ownWorkflow,
  EDI: async () => (await import('./edit-image/kind.ts')).editImage,
}
