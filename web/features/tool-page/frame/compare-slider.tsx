import { type CSSProperties, type PointerEvent, type ReactNode, useState } from 'react'
import { previewUrl } from './preview-url.ts'
import classes from './compare.module.css'
import { type Crop, type Side, WHOLE } from './comparison.ts'
import { Loupe } from './loupe.tsx'
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
  const [at, setAt] = useState(50)
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
    <div
      className={classes.compare}
      style={{ '--ratio': ratio, '--at': `${at}%` }}
      onPointerMove={loupe ? follow : undefined}
      onPointerDown={loupe ? follow : undefined}
      onPointerLeave={() => setPoint(null)}
    >
      <div className={classes.after}>
        {backdrop}
        <img src={previewUrl(after)} alt={alt} style={{ ...place, ...afterStyle }} />
      </div>
      {before !== null && (
        <>
          <div className={classes.before}>
            <img src={previewUrl(before)} alt="" style={place} />
          </div>
          <span className={classes.label} data-side="before" aria-hidden>
            {t('compare.before')}
          </span>
          <span className={classes.label} data-side="after" aria-hidden>
            {t('compare.after')}
          </span>
          <input
            type="range"
            className={classes.range}
            aria-label={t('compare.label')}
            aria-valuetext={t('compare.value', { share: at })}
            min={0}
            max={100}
            step={1}
            value={at}
            onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
          />
          <span className={classes.divider} aria-hidden>
            <span className={classes.knob} />
          </span>
        </>
      )}
      {loupe && before !== null && (
        <Loupe before={before} after={after} point={point ?? { x: at / 100, y: 0.5 }} />
      )}
    </div>
  )
}
