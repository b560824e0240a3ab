import { VisuallyHidden } from '@mantine/core'
import { useId } from '@mantine/hooks'
import type Konva from 'konva'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Circle, Layer, Line, Stage } from 'react-konva'
import type { DocumentState } from '../document/document.ts'
import type { Picture } from '../editor-store.ts'
import { useOptions } from '../options.ts'
import { PAINT } from '#web/features/generate/mask/mask-painting.ts'
import { useSelects } from '#web/features/generate/mask/use-selects.ts'
import { leavePixels, usePointing } from './point-at-object.ts'
import { useTexts } from '../texts.ts'
import classes from './stage.module.css'
import { CropLayer, ExtendLayer } from './frame-layer.tsx'
import { PictureLayers } from './picture-layer.tsx'
import { TextLayer } from './text-layer.tsx'
import { useHands } from './use-hands.ts'
import { useKeys } from './use-keys.ts'
import { usePen } from './use-pen.ts'
import { useView } from './use-view.ts'
import { ViewBar } from './view-bar.tsx'

/** Where edges are dragged outwards there must be room for it, as a part of the image's own. */
const EXTEND_ROOM = 0.2

/** What is said of a press on an object. What went wrong is shown. */
const SAID = {
  selecting: 'stage.selecting',
  busy: 'stage.stillSelecting',
  selected: 'stage.picked',
  subtracted: 'stage.subtracted',
  failed: null,
} as const

/** The image, by mouse, pen, fingers and keyboard. */
export function EditorCanvas({
  picture,
  state,
  isBusy,
}: {
  picture: Picture
  state: DocumentState
  /** Whether something is on its way that belongs into the image as it is. */
  isBusy: boolean
}) {
  const t = useTexts()
  const { mode, pick, erase, size, crop, padding } = useOptions()
  const image = useMemo(
    () => ({ width: picture.pixels.width, height: picture.pixels.height }),
    [picture.pixels],
  )
  const box = useRef<HTMLDivElement>(null)
  const view = useView(box, image, mode === 'extend' ? EXTEND_ROOM : 0)
  const line = useRef<Konva.Line>(null)
  const ring = useRef<Konva.Circle>(null)
  const { scale } = view.view
  const [message, say] = useState('')
  const onPress = useCallback(
    (how: keyof typeof SAID) => {
      const said = SAID[how]
      say(said === null ? '' : t(said))
    },
    [t],
  )
  const pen = usePen(line, ring, scale, onPress)
  const own = mode === 'select' && !isBusy ? pen : null
  const { element, isSpaceDown, setSpaceDown, handlers } = useHands(view, own)
  const hasObjects = useSelects()
  const pointing = usePointing()
  useEffect(() => () => leavePixels(picture.pixels), [picture.pixels])
  const keys = useKeys(view, image, own, setSpaceDown, { t, hasObjects, say })
  const help = useId()
  const isArea = pick === 'lasso' || pick === 'rectangle'
  return (
    <div className={classes.room}>
      <ViewBar view={view} />
      <div ref={box} className={classes.box}>
        <div
          ref={element}
          className={classes.stage}
          role="application"
          aria-label={t('stage.label', { width: image.width, height: image.height })}
          data-panning={isSpaceDown || undefined}
          data-drawing={own !== null || undefined}
          {...handlers}
        >
          <button
            type="button"
            className={classes.hand}
            aria-label={t('stage.pen')}
            aria-describedby={help}
            onKeyDown={keys.onKeyDown}
            onKeyUp={keys.onKeyUp}
            onBlur={keys.onBlur}
          />
          {view.stage.width > 0 && (
            <Stage
              width={view.stage.width}
              height={view.stage.height}
              x={view.view.x}
              y={view.view.y}
              scaleX={scale}
              scaleY={scale}
              listening={!isSpaceDown && !isBusy}
            >
              <PictureLayers picture={picture} scale={scale} />
              <TextLayer texts={state.texts} isEditing={mode === 'text'} scale={scale} />
              {mode === 'crop' && crop && <CropLayer image={image} crop={crop} />}
              {mode === 'extend' && <ExtendLayer image={image} padding={padding} scale={scale} />}
              <Layer listening={false}>
                <Line
                  ref={line}
                  visible={false}
                  points={[]}
                  closed={isArea}
                  stroke={erase ? '#fff' : PAINT}
                  strokeWidth={isArea ? 2 / scale : size}
                  opacity={isArea ? 1 : 0.55}
                  {...(isArea && {
                    fill: erase ? 'rgb(255 255 255 / 30%)' : 'rgb(240 101 149 / 30%)',
                  })}
                  lineCap="round"
                  lineJoin="round"
                  perfectDrawEnabled={false}
                />
                <Circle
                  ref={ring}
                  visible={false}
                  radius={size / 2}
                  stroke="#fff"
                  strokeWidth={1.5 / scale}
                  shadowColor="#000"
                  shadowBlur={3}
                  shadowForStrokeEnabled
                />
                {pointing && (
                  <Circle
                    x={pointing.x}
                    y={pointing.y}
                    radius={12 / scale}
                    stroke={PAINT}
                    strokeWidth={3 / scale}
                    dash={[6 / scale, 4 / scale]}
                  />
                )}
              </Layer>
            </Stage>
          )}
        </div>
      </div>
      <VisuallyHidden>
        <p id={help}>
          {t('stage.keys')} {hasObjects && t('stage.objectKeys')}
        </p>
        <div role="status" aria-live="polite">
          {message}
        </div>
      </VisuallyHidden>
    </div>
  )
}
