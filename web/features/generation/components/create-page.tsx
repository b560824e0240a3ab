import { Text, Title, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ApiError } from '#contract/client.ts'
import type { GenerationRequestInput } from '#contract/generation-request.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useUiState } from '#web/lib/ui-state.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { useCancelJob, useHistory, useLiveJobs } from '../api/use-jobs.ts'
import { usePrice } from '../api/use-price.ts'
import { useSubmit } from '../api/use-submit.ts'
import { formOfLink, formOfRequest, requestOfForm } from '../lib/form.ts'
import { formStore, useGenerationForm } from '../lib/form-store.ts'
import { isOpen, stageStore, useStage } from '../lib/stage-store.ts'
import { useViewer } from '../lib/use-viewer.ts'
import { useLiveMessage } from '../lib/use-live-message.ts'
import classes from './create.module.css'
import { EmptyStage } from './empty-stage.tsx'
import { HistoryGrid } from './history-grid.tsx'
import { JobCard } from './job-card.tsx'
import type { FieldProblems } from './prompt-fields.tsx'
import stage from './stage.module.css'
import { ToolPanel } from './tool-panel.tsx'
import { Viewer } from './viewer.tsx'

/** Fills the form from the draft, then from the link that led here; the link's parameters then leave the address. */
function useInitialForm(): void {
  const [search, setSearch] = useSearchParams()
  useEffect(() => {
    void formStore.persist.rehydrate()
    const { form, change } = formStore.getState()
    const linked = formOfLink(search, form)
    if (linked === null) return
    change(linked)
    const rest = new URLSearchParams(search)
    for (const name of ['prompt', 'model', 'selected_mode', 'lora_models', 'lora_weights']) {
      rest.delete(name)
    }
    setSearch(rest, { replace: true, preventScrollReset: true })
    // Only the address the page was opened with counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

interface Complaints {
  request: GenerationRequestInput
  fields: FieldProblems
}

/** /text-to-image: the panel, the stage with what runs, and the history. */
export function CreatePage() {
  useInitialForm()
  const { me } = useSession()
  const signedIn = me !== null
  const { form, change } = useGenerationForm()
  const jobs = useStage((state) => state.jobs)
  const { dismiss, clear } = stageStore.getState()
  const request = useMemo(() => requestOfForm(form), [form])
  const abilities = useAbilities(form.model)
  const price = usePrice(request, signedIn && me.email_verified && request.prompt !== '')
  const submit = useSubmit()
  const cancel = useCancelJob()
  const history = useHistory(signedIn)
  // Complaints are about one request; a changed form has none yet.
  const [complaints, setComplaints] = useState<Complaints>({ request, fields: {} })
  const problems = complaints.request === request ? complaints.fields : {}
  const setProblems = (fields: FieldProblems) => setComplaints({ request, fields })
  const setGenerating = useUiState((state) => state.setGenerating)
  const { show: showDialog } = useDialogs()
  useLiveJobs(signedIn)

  const anyOpen = jobs.some(isOpen)
  useEffect(() => setGenerating(anyOpen), [anyOpen, setGenerating])
  useEffect(() => {
    if (!signedIn) clear()
  }, [signedIn, clear])

  const onStage = useMemo(
    () => new Set(jobs.flatMap((job) => job.images.map(({ id }) => id))),
    [jobs],
  )
  const older = useMemo(
    () =>
      (history.data?.pages ?? [])
        .flatMap((page) => page.results)
        .filter(({ id }) => !onStage.has(id)),
    [history.data, onStage],
  )
  const all = useMemo(() => [...jobs.flatMap((job) => job.images), ...older], [jobs, older])
  const reuse = useCallback(
    (parameters: Record<string, unknown>, seed: number | null) => {
      change(formOfRequest(parameters, 'advanced', seed))
      notifications.show({ message: 'Parameters taken over.' })
    },
    [change],
  )
  const viewer = useViewer(all, reuse)
  const top = useRef<HTMLDivElement>(null)
  const message = useLiveMessage(jobs)

  function generate(): void {
    if (submit.isPending) return
    if (request.prompt === '') {
      setProblems({ prompt: 'This field may not be blank.' })
      document.getElementById('prompt')?.focus()
      return
    }
    submit.mutate(
      { request, quote: price.quote },
      {
        onSuccess: () => top.current?.scrollIntoView({ block: 'end' }),
        onError: (error) => {
          const fields = fieldErrorsOf(error)
          setProblems(fields)
          if (error instanceof ApiError && error.code?.startsWith('quote_') === true)
            price.refresh()
          const known = Object.keys(fields).some((field) => field !== 'detail')
          if (!known) handleError(error, { freeGeneration: me?.plan.name === 'free' })
        },
      },
    )
  }

  const blocked = !signedIn
    ? null
    : !me.email_verified
      ? 'Verify your e-mail first: the link is in the mail we sent you.'
      : !abilities.ready
        ? 'The engine is not ready. Nothing is charged while it is away.'
        : null
  const open = (image: PredictionImage) => viewer.open(image.id)
  const empty = jobs.length === 0 && older.length === 0 && !history.isPending && !history.isError

  return (
    <div className={classes.frame}>
      <ToolPanel
        problems={problems}
        bar={{
          cost: price.cost,
          balance: me?.credits ?? null,
          marked: price.quote?.marked ?? 0,
          pending: submit.isPending,
          blocked,
          onSubmit: generate,
          onUpgrade: () => showDialog(me?.plan.name === 'free' ? 'upgrade' : 'credits'),
          loginLink: paths.login.link({ nextUrl: paths.textToImage.link() }),
        }}
      />
      <section className={stage.stage} aria-label="Pictures">
        <div ref={top} />
        <VisuallyHidden>
          <Title order={1}>Text to image</Title>
          <div role="status" aria-live="polite">
            {message}
          </div>
        </VisuallyHidden>
        {jobs.map((job) => (
          <JobCard
            key={job.id}
            job={job}
            hidden={viewer.deleted}
            cancelling={cancel.isPending && cancel.variables === job.id}
            onOpen={open}
            onCancel={() => cancel.mutate(job.id, { onError: (error) => handleError(error) })}
            onDismiss={() => dismiss(job.id)}
            onRetry={() => reuse(job.parameters, job.parameters.seed)}
          />
        ))}
        {(empty || !signedIn) && jobs.length === 0 && <EmptyStage />}
        {signedIn && !empty && (
          <>
            {older.length > 0 && (
              <Text
                component="h2"
                size="sm"
                fw={700}
                c="dimmed"
                mt={jobs.length > 0 ? 'lg' : 0}
                mb={8}
              >
                History
              </Text>
            )}
            <HistoryGrid
              images={older}
              loading={history.isPending || history.isFetchingNextPage}
              failed={history.isError}
              more={history.hasNextPage}
              onMore={() => void history.fetchNextPage()}
              onRetry={() => void history.refetch()}
              onOpen={open}
            />
          </>
        )}
      </section>
      {viewer.image !== null && (
        <Viewer
          image={viewer.image}
          hasPrevious={viewer.hasPrevious}
          hasNext={viewer.hasNext}
          onStep={viewer.step}
          onClose={viewer.close}
          actions={viewer.actions}
        />
      )}
    </div>
  )
}
