import { ActionIcon, Button, Group, NumberInput, SimpleGrid } from '@mantine/core'
import {
  IconFlipHorizontal,
  IconFlipVertical,
  IconRotate2,
  IconRotateClockwise2,
} from '@tabler/icons-react'
import { ASPECT_RATIOS } from '#web/features/generate/lib/sizes.ts'
import { Hint } from '#web/ui/hint.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'
import type { Box, DocumentState, PixelStep } from '../document/document.ts'
import { act } from '../editor-store.ts'
import { dropPrepared, setOptions, useOptions } from '../options.ts'
import { useTexts } from '../texts.ts'
import { Field } from './field.tsx'
import { SliderField } from './slider-field.tsx'

const TURNS = [
  { name: 'turnLeft', icon: IconRotate2, step: { kind: 'turn', quarters: 3 } },
  { name: 'turnRight', icon: IconRotateClockwise2, step: { kind: 'turn', quarters: 1 } },
  { name: 'flipAcross', icon: IconFlipVertical, step: { kind: 'flip', axis: 'across' } },
  { name: 'flipDown', icon: IconFlipHorizontal, step: { kind: 'flip', axis: 'down' } },
] as const

/** The largest part of a shape in the middle of an image. */
function middlePart({ width, height }: DocumentState, ratio: number): Box {
  const [w, h] = width / height > ratio ? [height * ratio, height] : [width, width / ratio]
  const [cutWidth, cutHeight] = [Math.max(1, Math.round(w)), Math.max(1, Math.round(h))]
  return {
    x: Math.round((width - cutWidth) / 2),
    y: Math.round((height - cutHeight) / 2),
    width: cutWidth,
    height: cutHeight,
  }
}

function change(step: PixelStep): void {
  dropPrepared()
  void act(step)
}

/** What is left of the image, and how it is turned. */
export function CropFields({ state }: { state: DocumentState }) {
  const t = useTexts()
  const { crop, degrees } = useOptions()
  const box = crop ?? { x: 0, y: 0, width: state.width, height: state.height }
  const set = (changes: Partial<Box>): void => {
    const next = { ...box, ...changes }
    const x = Math.min(state.width - 1, Math.max(0, next.x))
    const y = Math.min(state.height - 1, Math.max(0, next.y))
    setOptions({
      crop: {
        x,
        y,
        width: Math.max(1, Math.min(state.width - x, next.width)),
        height: Math.max(1, Math.min(state.height - y, next.height)),
      },
    })
  }
  return (
    <>
      <Field label={t('crop.frame')}>
        <NativeSelect
          label={t('crop.shape')}
          value=""
          onChange={({ currentTarget: { value } }) => {
            const ratio = ASPECT_RATIOS.find(({ label }) => label === value)
            if (value === 'whole')
              setOptions({ crop: { x: 0, y: 0, width: state.width, height: state.height } })
            else if (ratio) setOptions({ crop: middlePart(state, ratio.width / ratio.height) })
          }}
          data={[
            { value: '', label: t('crop.free') },
            { value: 'whole', label: t('crop.whole') },
            ...ASPECT_RATIOS.map(({ label }) => ({ value: label, label })),
          ]}
        />
        <SimpleGrid cols={2} spacing={8}>
          {(['x', 'y', 'width', 'height'] as const).map((name) => (
            <NumberInput
              key={name}
              label={t(`crop.${name}`)}
              min={name === 'x' || name === 'y' ? 0 : 1}
              allowDecimal={false}
              allowNegative={false}
              value={box[name]}
              onChange={(value) => value !== '' && set({ [name]: Number(value) })}
            />
          ))}
        </SimpleGrid>
        <Button
          variant="default"
          disabled={crop === null || (crop.width === state.width && crop.height === state.height)}
          onClick={() => crop && change({ kind: 'crop', box: crop })}
        >
          {t('applyCrop', { width: box.width, height: box.height })}
        </Button>
      </Field>
      <Field label={t('crop.turn')}>
        <Group gap={8}>
          {TURNS.map(({ name, icon: Icon, step }) => (
            <Hint key={name} label={t(`crop.${name}`)}>
              <ActionIcon
                variant="default"
                size={44}
                aria-label={t(`crop.${name}`)}
                onClick={() => change(step)}
              >
                <Icon size={20} />
              </ActionIcon>
            </Hint>
          ))}
        </Group>
      </Field>
      <div>
        <SliderField
          label={t('crop.straighten')}
          min={-45}
          max={45}
          step={0.5}
          value={degrees}
          onChange={(value) => setOptions({ degrees: value, crop: null })}
        />
        <Button
          mt={8}
          variant="default"
          disabled={degrees === 0}
          onClick={() => change({ kind: 'straighten', degrees })}
        >
          {t('crop.applyStraighten')}
        </Button>
      </div>
    </>
  )
}
