import type Konva from 'konva'
import { useEffect, useRef } from 'react'
import { Circle, Group, Layer, Rect, Transformer } from 'react-konva'
import type { Box, Padding } from '../document/document.ts'
import { setOptions } from '../options.ts'

interface Size {
  width: number
  height: number
}

const LINE = '#f06595'
const SHADE = 'rgb(0 0 0 / 55%)'
/** Of a handle, pixels of the screen. */
const HANDLE = 9
/** Space is added in steps of so many pixels, as models draw. */
const STEP = 8
const MOST = 2048

/** What will be left of the image: it is moved and its edges are dragged. */
export function CropLayer({ image, crop }: { image: Size; crop: Box }) {
  const frame = useRef<Konva.Rect>(null)
  const handles = useRef<Konva.Transformer>(null)
  useEffect(() => {
    if (frame.current) handles.current?.nodes([frame.current])
  }, [])
  const keep = (): void => {
    const rect = frame.current
    if (!rect) return
    const left = clamp(rect.x(), 0, image.width - 1)
    const top = clamp(rect.y(), 0, image.height - 1)
    setOptions({
      crop: {
        x: left,
        y: top,
        width: clamp(rect.width() * rect.scaleX(), 1, image.width - left),
        height: clamp(rect.height() * rect.scaleY(), 1, image.height - top),
      },
    })
    rect.scale({ x: 1, y: 1 })
  }
  const { x, y, width, height } = crop
  return (
    <Layer>
      <Group listening={false}>
        <Rect x={0} y={0} width={image.width} height={y} fill={SHADE} />
        <Rect
          x={0}
          y={y + height}
          width={image.width}
          height={Math.max(0, image.height - y - height)}
          fill={SHADE}
        />
        <Rect x={0} y={y} width={x} height={height} fill={SHADE} />
        <Rect
          x={x + width}
          y={y}
          width={Math.max(0, image.width - x - width)}
          height={height}
          fill={SHADE}
        />
      </Group>
      <Rect
        ref={frame}
        x={x}
        y={y}
        width={width}
        height={height}
        draggable
        onDragMove={({ target }) => {
          target.x(clamp(target.x(), 0, image.width - width))
          target.y(clamp(target.y(), 0, image.height - height))
        }}
        onDragEnd={keep}
        onTransformEnd={keep}
      />
      <Transformer
        ref={handles}
        rotateEnabled={false}
        keepRatio={false}
        ignoreStroke
        borderStroke={LINE}
        anchorStroke={LINE}
        anchorSize={2 * HANDLE}
        anchorCornerRadius={HANDLE}
      />
    </Layer>
  )
}

/** Space around the image: its four edges are dragged outwards. */
export function ExtendLayer({
  image,
  padding,
  scale,
}: {
  image: Size
  padding: Padding
  scale: number
}) {
  const { left, top, right, bottom } = padding
  const frame = {
    x: -left,
    y: -top,
    width: image.width + left + right,
    height: image.height + top + bottom,
  }
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const edges = [
    { side: 'left', at: { x: frame.x, y: middle.y }, far: ({ x }: Konva.Vector2d) => -x },
    { side: 'top', at: { x: middle.x, y: frame.y }, far: ({ y }: Konva.Vector2d) => -y },
    {
      side: 'right',
      at: { x: frame.x + frame.width, y: middle.y },
      far: ({ x }: Konva.Vector2d) => x - image.width,
    },
    {
      side: 'bottom',
      at: { x: middle.x, y: frame.y + frame.height },
      far: ({ y }: Konva.Vector2d) => y - image.height,
    },
  ] as const
  return (
    <Layer>
      <Rect
        {...frame}
        listening={false}
        stroke={LINE}
        strokeWidth={2 / scale}
        dash={[8 / scale, 5 / scale]}
      />
      {edges.map(({ side, at, far }) => (
        <Circle
          key={side}
          x={at.x}
          y={at.y}
          radius={(HANDLE + 2) / scale}
          hitStrokeWidth={26 / scale}
          fill="#fff"
          stroke={LINE}
          strokeWidth={3 / scale}
          draggable
          onDragMove={({ target }) => {
            const by = clamp(Math.round(far(target.position()) / STEP) * STEP, 0, MOST)
            setOptions({ padding: { ...padding, [side]: by } })
          }}
        />
      ))}
    </Layer>
  )
}

const clamp = (value: number, least: number, most: number): number =>
  Math.round(Math.min(most, Math.max(least, value)))
