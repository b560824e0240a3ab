import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { previewUrl } from './preview-url.ts'
import { type Crop, type Side, WHOLE } from './comparison.ts'
import { Loupe } from './loupe.tsx'
import { Compare } from '#web/ui/compare.tsx'
import { useTexts } from '../texts.ts'

/**
 * Before and after in one place, with a divider that is dragged or moved by the arrow keys.
 * @param props.before null when it is not there any more: then only the after is shown
 * @param props.backdrop what shows through the after
 * @param props.loupe whether the pointer enlarges what it is over, down to the pixels of the after
 */
export function CompareSlider({
  before,
  after,
  alt,
  backdrop,
  crop = WHOLE,
  afterStyle,
  loupe = false,
}: {
  before: Side | null
  after: Side
  alt: string
  backdrop?: ReactNode
  crop?: Crop
  afterStyle?: CSSProperties
  loupe?: boolean
}) {
  const t = useTexts()
  const [point, setPoint] = useState<{ x: number; y: number } | null>(null)
  const ratio = (after.width * crop.width) / (after.height * crop.height)
  const place: CSSProperties = {
    left: `${(-100 * crop.left) / crop.width}%`,
    top: `${(-100 * crop.top) / crop.height}%`,
    width: `${100 / crop.width}%`,
    height: `${100 / crop.height}%`,
  }
  function follow(event: PointerEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect()
    setPoint({
      x: Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)),
      y: Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)),
    })
  }
  return (
    <Compare
      ratio={ratio}
      texts={{
        before: t('compare.before'),
        after: t('compare.after'),
        label: t('compare.label'),
        value: (share) => t('compare.value', { share }),
      }}
      {...(loupe && { onPointerMove: follow, onPointerDown: follow })}
      onPointerLeave={() => setPoint(null)}
      before={before && <img src={previewUrl(before)} alt="" style={place} />}
      after={
        <>
          {backdrop}
          <img src={previewUrl(after)} alt={alt} style={{ ...place, ...afterStyle }} />
        </>
      }
    >
      {(at) =>
        loupe &&
        before !== null && (
          <Loupe before={before} after={after} point={point ?? { x: at / 100, y: 0.5 }} />
        )
      }
    </Compare>
  )
}
