import { Button, Group, NumberInput, SimpleGrid, Switch } from '@mantine/core'
import { useState } from 'react'
import type { DocumentState } from '../document/document.ts'
import { act, MOST_EDGE } from '../editor-store.ts'
import { setOptions, useOptions } from '../options.ts'
import { NO_LEVELS } from '../pixels/levels.ts'
import { useTexts } from '../texts.ts'
import { Field } from './field.tsx'
import { SliderField } from './slider-field.tsx'

/** Light and size of the image. */
export function AdjustFields({ state }: { state: DocumentState }) {
  const t = useTexts()
  const levels = useOptions((options) => options.levels)
  const set = (changes: Partial<typeof levels>): void => {
    const next = { ...levels, ...changes }
    const isNone = next.black === 0 && next.white === 255 && next.gamma === 1
    setOptions({ levels: isNone ? NO_LEVELS : next })
  }
  return (
    <>
      <Field label={t('adjust.levels')}>
        <SliderField
          label={t('adjust.black')}
          min={0}
          max={250}
          value={levels.black}
          onChange={(black) => set({ black, white: Math.max(levels.white, black + 4) })}
        />
        <SliderField
          label={t('adjust.gamma')}
          min={0.2}
          max={4}
          step={0.05}
          value={levels.gamma}
          onChange={(gamma) => set({ gamma })}
        />
        <SliderField
          label={t('adjust.white')}
          min={5}
          max={255}
          value={levels.white}
          onChange={(white) => set({ white, black: Math.min(levels.black, white - 4) })}
        />
        <Group gap={8}>
          <Button
            variant="default"
            disabled={levels === NO_LEVELS}
            onClick={() => {
              const step = { kind: 'levels' as const, ...levels }
              // Shown by the image itself from then on, or they would be seen twice.
              void act(step).then(() => setOptions({ levels: NO_LEVELS }))
            }}
          >
            {t('adjust.applyLevels')}
          </Button>
          <Button
            variant="subtle"
            disabled={levels === NO_LEVELS}
            onClick={() => setOptions({ levels: NO_LEVELS })}
          >
            {t('adjust.resetLevels')}
          </Button>
        </Group>
      </Field>
      <ResizeFields key={`${state.width}x${state.height}`} state={state} />
    </>
  )
}

function ResizeFields({ state }: { state: DocumentState }) {
  const t = useTexts()
  const [size, setSize] = useState({ width: state.width, height: state.height })
  const [isLocked, setLocked] = useState(true)
  const within = (value: number): number => Math.min(MOST_EDGE, Math.max(1, Math.round(value)))
  function change(side: 'width' | 'height', value: number): void {
    const next = { ...size, [side]: value }
    if (isLocked && side === 'width') next.height = within((value * state.height) / state.width)
    if (isLocked && side === 'height') next.width = within((value * state.width) / state.height)
    setSize(next)
  }
  return (
    <Field label={t('adjust.size')}>
      <SimpleGrid cols={2} spacing={8}>
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={t(`crop.${side}`)}
            min={1}
            max={MOST_EDGE}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="blur"
            value={size[side]}
            onChange={(value) => value !== '' && change(side, Number(value))}
          />
        ))}
      </SimpleGrid>
      <Switch
        label={t('adjust.locked')}
        checked={isLocked}
        onChange={({ currentTarget }) => setLocked(currentTarget.checked)}
      />
      <Button
        variant="default"
        disabled={size.width === state.width && size.height === state.height}
        onClick={() =>
          void act({ kind: 'resize', width: within(size.width), height: within(size.height) })
        }
      >
        {t('adjust.resize')}
      </Button>
    </Field>
  )
}
