import { useMemo } from 'react'
import { Group, Image, Layer, Rect } from 'react-konva'
import { straightScale } from '../document/apply.ts'
import type { Picture } from '../editor-store.ts'
import { useOptions } from '../options.ts'
import { contextOf, copyOf, shrunken } from '../pixels/canvas.ts'
import { applyLevels, NO_LEVELS } from '../pixels/levels.ts'

/** The image as it will be with what is being prepared, and what is selected over it. */
export function PictureLayers({
  picture: { pixels, selection },
  scale,
}: {
  picture: Picture
  scale: number
}) {
  const degrees = useOptions((options) => options.degrees)
  const levels = useOptions((options) => options.levels)
  const { width, height } = pixels
  // A copy that is as fine as the screen: larger ones would be drawn slowly while one zooms and moves.
  const fineness = Math.min(1, 2 ** Math.ceil(Math.log2(scale * window.devicePixelRatio)))
  const shown = useMemo(() => copyOf(pixels, fineness), [pixels, fineness])
  const marked = useMemo(
    () => selection && shrunken(selection.canvas, fineness),
    [selection, fineness],
  )
  const leveled = useMemo(() => {
    if (levels === NO_LEVELS) return shown
    const context = contextOf(shown.width, shown.height, true)
    context.drawImage(shown, 0, 0)
    const image = context.getImageData(0, 0, shown.width, shown.height)
    applyLevels(image.data, levels)
    context.putImageData(image, 0, 0)
    return context.canvas
  }, [shown, levels])
  const fill = 1 / straightScale(pixels, degrees)
  const isFine = scale >= 4
  return (
    <>
      <Layer listening={false} imageSmoothingEnabled={!isFine}>
        <Group clipX={0} clipY={0} clipWidth={width} clipHeight={height}>
          <Image
            image={leveled}
            x={width / 2}
            y={height / 2}
            offsetX={width / 2}
            offsetY={height / 2}
            width={width}
            height={height}
            rotation={degrees}
            scaleX={fill}
            scaleY={fill}
          />
        </Group>
        {degrees !== 0 && <Thirds width={width} height={height} scale={scale} />}
      </Layer>
      <Layer listening={false} visible={marked !== null}>
        {marked && <Image image={marked} width={width} height={height} opacity={0.55} />}
      </Layer>
    </>
  )
}

/** Lines by which one sees what is straight. */
function Thirds({ width, height, scale }: { width: number; height: number; scale: number }) {
  const line = 1 / scale
  return (
    <>
      {[1, 2, 3, 4, 5].map((part) => (
        <Rect
          key={`across-${part}`}
          x={0}
          y={(height * part) / 6}
          width={width}
          height={line}
          fill="#fff"
          opacity={0.5}
        />
      ))}
      {[1, 2, 3, 4, 5].map((part) => (
        <Rect
          key={`down-${part}`}
          x={(width * part) / 6}
          y={0}
          width={line}
          height={height}
          fill="#fff"
          opacity={0.5}
        />
      ))}
    </>
  )
}
