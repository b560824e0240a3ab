import { Layer, Rect, Text } from 'react-konva'
import type { TextLayer as TextOf } from '../document/document.ts'
import { act } from '../editor-store.ts'
import { setOptions, useOptions } from '../options.ts'
import { FONT, LINE_HEIGHT } from '../pixels/files.ts'

/** The texts over the image; while texts are edited they can be chosen and moved. */
export function TextLayer({
  texts,
  isEditing,
  scale,
}: {
  texts: readonly TextOf[]
  isEditing: boolean
  scale: number
}) {
  const chosen = useOptions((options) => options.textId)
  return (
    <Layer listening={isEditing}>
      {texts.map((layer) => (
        <Text
          key={layer.id}
          text={layer.text}
          x={layer.x}
          y={layer.y}
          rotation={layer.rotation}
          fontSize={layer.size}
          fontFamily={FONT}
          fontStyle={layer.bold ? 'bold' : 'normal'}
          lineHeight={LINE_HEIGHT}
          fill={layer.color}
          draggable={isEditing}
          onMouseDown={() => setOptions({ textId: layer.id })}
          onTap={() => setOptions({ textId: layer.id })}
          onDragEnd={({ target }) =>
            void act({ kind: 'text', layer: { ...layer, x: target.x(), y: target.y() } })
          }
        />
      ))}
      {isEditing &&
        texts
          .filter(({ id }) => id === chosen)
          .map((layer) => (
            <Rect
              key={layer.id}
              listening={false}
              x={layer.x}
              y={layer.y}
              rotation={layer.rotation}
              width={
                layer.size * 0.6 * Math.max(...layer.text.split('\n').map((line) => line.length))
              }
              height={layer.size * LINE_HEIGHT * layer.text.split('\n').length}
              stroke="#f06595"
              dash={[6 / scale, 4 / scale]}
              strokeWidth={1.5 / scale}
            />
          ))}
    </Layer>
  )
}
