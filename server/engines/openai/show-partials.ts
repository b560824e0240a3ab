import type { Size } from '../remote/check-image.ts'
import { LAST_PREVIEW, renderPreview } from '../remote/render-preview.ts'
import type { OperationProgress } from '../spec/index.ts'

/**
 * Shows images on the way to one as previews, until it is there.
 * @param tell how far it is, 0 to 1, and what is shown
 */
export function showPartials(
  { index, size }: { index: number; size: Size | null },
  tell: (share: number, previews: OperationProgress['previews']) => void,
): { onPartial(file: Uint8Array, share: number): void; end(): void } {
  let hasEnded = false
  let shown = 0

  async function show(file: Uint8Array, of: Size, share: number): Promise<void> {
    const url = await renderPreview(file, of)
    if (url === null || hasEnded || share < shown) return
    shown = share
    tell(share, [{ index, url }])
  }

  return {
    onPartial(file, share) {
      if (size !== null && share <= LAST_PREVIEW) void show(file, size, share)
    },
    end() {
      hasEnded = true
    },
  }
}
