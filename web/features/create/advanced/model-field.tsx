import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure, useId } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GenerationModel } from '#contract/generation-servers.ts'
import { api, call } from '#web/lib/api.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { RadioTiles } from '#web/features/generate/panel/radio-tiles.tsx'
import { spokenSeconds } from '#web/features/generate/stage/describe-wait.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { useTexts as useStageTexts } from '#web/features/generate/stage/texts.ts'
import { Problem } from '#web/ui/problem.tsx'
import classes from './model-field.module.css'
import { useTexts } from './texts.ts'

/** What was chosen for one model rarely suits another. */
const MODELS_OWN = { steps: null, guidanceScale: null, sampler: null }
const SAMPLES_STALE_MS = 60_000
/** So many are looked through without a search. */
const FEW = 6
/** The style images are the built-in collection's own. */
const BUILTIN_SAMPLE = '/styles/3d.webp'

/** Images that the models drew here, by their ids. */
function useSamples(): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: queryKeys.modelSamples,
    queryFn: ({ signal }) => call(api.generationServers.samples, {}, { signal }),
    staleTime: SAMPLES_STALE_MS,
  })
  return new Map(data?.results.map(({ model, image }) => [model, image]))
}

/** Seconds until a usual image of each model is done, on the engine that has it soonest. */
function useWaits(): ReadonlyMap<string, number> {
  const { data } = useQuery(generationServersQuery)
  const waits = new Map<string, number>()
  for (const { models, wait_p50: wait } of data?.results ?? [])
    for (const { id } of models)
      if (wait !== null) waits.set(id, Math.min(wait, waits.get(id) ?? Infinity))
  return waits
}

function Sample({ model, image }: { model: GenerationModel; image: string | undefined }) {
  const source = image ?? (model.draws === 'known_things' ? BUILTIN_SAMPLE : undefined)
  return source === undefined ? (
    <span className={classes.noSample} aria-hidden>
      {model.name.charAt(0)}
    </span>
  ) : (
    <img src={source} alt="" width={56} height={56} className={classes.sample} />
  )
}

/** The models to choose from, as cards: what each drew here, what it is good at, its price and how long it takes. */
export function ModelField({ problem }: { problem: string | undefined }) {
  const t = useTexts()
  const stage = useStageTexts()
  const { form, change } = useGenerationForm()
  const { models: offered } = useAbilities(form.model)
  const [isOpen, { toggle }] = useDisclosure(false)
  const [search, setSearch] = useState('')
  const samples = useSamples()
  const waits = useWaits()
  const label = useId()
  const list = useId()
  // One that several engines have is one model.
  const models = [...new Map(offered.map((model) => [model.id, model])).values()]
  const chosen = modelOf(models, form.model)
  if (!chosen) return null
  const wanted = search.trim().toLowerCase()
  const found = models.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(wanted),
  )
  const [first] = models

  function card(model: GenerationModel) {
    const wait = waits.get(model.id)
    const facts = [
      t('modelField.price', { credits: model.credits }),
      ...(wait === undefined ? [] : [t('modelField.wait', { time: spokenSeconds(wait, stage) })]),
    ]
    return (
      <>
        <Sample model={model} image={samples.get(model.id)} />
        <span className={classes.words}>
          <b>{model.name}</b>
          <span className={classes.purpose}>{model.description}</span>
          <span className={classes.facts}>{facts.join(', ')}</span>
        </span>
      </>
    )
  }

  return (
    <div>
      <Text size="sm" fw={700} id={label} mb={8}>
        {t('modelField.label')}
      </Text>
      {models.length === 1 ? (
        <div className={classes.card}>{card(chosen)}</div>
      ) : (
        <UnstyledButton
          className={classes.card}
          data-open={isOpen || undefined}
          aria-expanded={isOpen}
          aria-controls={list}
          aria-describedby={label}
          onClick={toggle}
        >
          {isOpen ? <b className={classes.words}>{chosen.name}</b> : card(chosen)}
          <IconChevronDown
            size={18}
            className={classes.chevron}
            data-open={isOpen || undefined}
            aria-hidden
          />
        </UnstyledButton>
      )}
      <Problem size="xs" mt={4}>
        {problem}
      </Problem>
      <div id={list} hidden={!isOpen} className={classes.list}>
        {isOpen && models.length > FEW && (
          <TextInput
            aria-label={t('modelField.search')}
            placeholder={t('modelField.search')}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
        {isOpen && found.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('modelField.none')}
          </Text>
        )}
        {isOpen && found.length > 0 && (
          <RadioTiles className={classes.cards} label={label}>
            {found.map((model, at) => {
              const isChosen = model.id === chosen.id
              const isReached = found.includes(chosen) ? isChosen : at === 0
              return (
                <UnstyledButton
                  key={model.id}
                  role="radio"
                  aria-checked={isChosen}
                  tabIndex={isReached ? 0 : -1}
                  data-checked={isChosen || undefined}
                  className={classes.card}
                  onClick={() =>
                    change({ ...MODELS_OWN, model: model === first ? null : model.id })
                  }
                >
                  {card(model)}
                </UnstyledButton>
              )
            })}
          </RadioTiles>
        )}
      </div>
    </div>
  )
}
