import { IconCheck } from '@tabler/icons-react'
import { memo, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { PictureTile } from '#web/features/gallery/components/picture-tile.tsx'
import { nameImage } from '#web/lib/name-image.ts'
import { useTexts } from '../texts.ts'
import classes from './library.module.css'

/** A finger that stays this long begins a selection. */
const LONG_PRESS_MS = 500

/** An image that opens in the viewer, or is chosen while images are being selected. */
export const SelectableTile = memo(function SelectableTile({
  image,
  sizes,
  selected,
  onOpen,
  onStart,
  onToggle,
  onDrag,
}: {
  image: PredictionImage
  sizes: string
  /** Null while nothing is being selected. */
  selected: boolean | null
  onOpen: (image: PredictionImage) => void
  onStart: (id: string) => void
  onToggle: (id: string, through: boolean) => void
  /** Called with its id when it begins to be dragged by the mouse, and with null when that ends; null where it stays. */
  onDrag: ((id: string | null) => void) | null
}) {
  const t = useTexts()
  const pressed = useRef<ReturnType<typeof setTimeout>>(undefined)
  const letGo = () => clearTimeout(pressed.current)
  useEffect(() => () => clearTimeout(pressed.current), [])
  const hasStarted = useRef(false)
  const press = ({ pointerType }: PointerEvent) => {
    hasStarted.current = false
    if (pointerType === 'mouse' || selected !== null) return
    pressed.current = setTimeout(() => {
      hasStarted.current = true
      onStart(image.id)
    }, LONG_PRESS_MS)
  }
  const catchClick = (event: MouseEvent) => {
    // With a key held, a click selects instead of opening.
    const starts = selected === null && (event.shiftKey || event.ctrlKey || event.metaKey)
    // Lifting the finger of a long press may click on what has come under it, which would take the choice back.
    if (!starts && !hasStarted.current) return
    hasStarted.current = false
    event.preventDefault()
    event.stopPropagation()
    if (starts) onStart(image.id)
  }
  return (
    <div
      className={classes.tile}
      onPointerDown={press}
      onPointerUp={letGo}
      onPointerMove={letGo}
      onPointerCancel={letGo}
      onClickCapture={catchClick}
      draggable={onDrag !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'copy'
        onDrag?.(image.id)
      }}
      onDragEnd={() => onDrag?.(null)}
      onContextMenu={(event) => selected !== null && event.preventDefault()}
    >
      <div className={classes.picture} inert={selected !== null}>
        <PictureTile image={image} of={null} sizes={sizes} onOpen={onOpen} />
      </div>
      {selected !== null && (
        <button
          type="button"
          role="checkbox"
          aria-checked={selected}
          aria-label={t('select.image', { image: nameImage(image, null).label })}
          className={classes.choice}
          data-picture={image.id}
          onClick={(event) => onToggle(image.id, event.shiftKey)}
        >
          <span className={classes.mark} aria-hidden>
            {selected && <IconCheck size={16} stroke={3} />}
          </span>
        </button>
      )}
    </div>
  )
})
