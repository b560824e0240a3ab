import { Button, ColorInput, NumberInput, SimpleGrid, Switch, Textarea } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { randomId } from '#web/lib/random-id.ts'
import type { DocumentState, TextLayer } from '../document/document.ts'
import { act } from '../editor-store.ts'
import { setOptions, useOptions } from '../options.ts'
import { useTexts } from '../texts.ts'
import { SliderField } from './slider-field.tsx'

/** Changes to one text within this time are one step. */
const MERGED_MS = 1500

/** The texts on the image. */
export function TextFields({ state }: { state: DocumentState }) {
  const t = useTexts()
  const chosen = useOptions((options) => options.textId)
  const layer = state.texts.find(({ id }) => id === chosen)
  const last = useRef({ id: '', at: 0 })

  function add(): void {
    const size = Math.max(8, Math.round(Math.min(state.width, state.height) / 10))
    const id = randomId()
    void act({
      kind: 'text',
      layer: {
        id,
        text: t('text.first'),
        x: Math.round(state.width / 10),
        y: Math.round(state.height / 2 - size),
        size,
        color: '#ffffff',
        bold: true,
        rotation: 0,
      },
    })
    setOptions({ textId: id })
  }

  function change(changes: Partial<TextLayer>): void {
    if (!layer) return
    const now = Date.now()
    const merged = last.current.id === layer.id && now - last.current.at < MERGED_MS
    last.current = { id: layer.id, at: now }
    void act({ kind: 'text', layer: { ...layer, ...changes } }, { merged })
  }

  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={add}>
        {t('text.add')}
      </Button>
      {state.texts.length > 0 && (
        <NativeSelect
          label={t('text.which')}
          value={layer?.id ?? ''}
          onChange={({ currentTarget: { value } }) => setOptions({ textId: value || null })}
          data={[
            { value: '', label: t('text.none') },
            ...state.texts.map(({ id, text }) => ({
              value: id,
              label: text.slice(0, 40) || t('text.empty'),
            })),
          ]}
        />
      )}
      {layer && (
        <>
          <Textarea
            label={t('text.words')}
            autosize
            minRows={2}
            maxRows={5}
            maxLength={500}
            value={layer.text}
            onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          />
          <SliderField
            label={t('text.size')}
            unit
            min={8}
            max={Math.max(64, Math.round(state.height / 2))}
            value={Math.round(layer.size)}
            onChange={(size) => change({ size })}
          />
          <ColorInput
            label={t('text.color')}
            format="hex"
            withEyeDropper={false}
            value={layer.color}
            onChange={(color) => /^#[0-9a-f]{6}$/i.test(color) && change({ color })}
          />
          <Switch
            label={t('text.bold')}
            checked={layer.bold}
            onChange={({ currentTarget }) => change({ bold: currentTarget.checked })}
          />
          <SimpleGrid cols={3} spacing={8}>
            <NumberInput
              label={t('crop.x')}
              allowDecimal={false}
              value={Math.round(layer.x)}
              onChange={(x) => x !== '' && change({ x: Number(x) })}
            />
            <NumberInput
              label={t('crop.y')}
              allowDecimal={false}
              value={Math.round(layer.y)}
              onChange={(y) => y !== '' && change({ y: Number(y) })}
            />
            <NumberInput
              label={t('text.turned')}
              min={-360}
              max={360}
              value={layer.rotation}
              onChange={(rotation) => rotation !== '' && change({ rotation: Number(rotation) })}
            />
          </SimpleGrid>
          <Button
            variant="default"
            leftSection={<IconTrash size={18} />}
            onClick={() => {
              setOptions({ textId: null })
              void act({ kind: 'remove-text', id: layer.id })
            }}
          >
            {t('text.remove')}
          </Button>
        </>
      )}
    </>
  )
}
