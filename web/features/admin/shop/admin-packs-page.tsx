import { Anchor, Button, Group, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { AdminPack } from '#contract/admin-packs.ts'
import { paths } from '#contract/paths.ts'
import { formatNumber, formatTime } from '#web/lib/format.ts'
import { Noted, StateBadge, type StateLook } from '#web/ui/cells.tsx'
import { ListTable } from '#web/ui/data-table.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import {
  useAllPacks,
  usePublishPack,
  useRestorePack,
  useUndoPack,
  useWithdrawPack,
} from '../api/use-shop.ts'
import { AdminFrame } from '../components/admin-frame.tsx'
import { SitePictures } from '../pictures/site-pictures.tsx'

const STATES: Record<AdminPack['state'], StateLook> = {
  draft: { label: 'Draft', color: 'gray' },
  offered: { label: 'Submitted', color: 'blue' },
  published: { label: 'Published', color: 'green' },
  withdrawn: { label: 'Withdrawn', color: 'gray' },
}

const PAGES = {
  photo: { create: paths.createPhotoPack, detail: paths.photoPack },
  video: { create: paths.createVideoPack, detail: paths.videoPack },
}

function Actions({ pack }: { pack: AdminPack }) {
  const { id, kind, title, state, version, draft, can_undo: canUndo } = pack
  const publish = usePublishPack()
  const undo = useUndoPack()
  const withdraw = useWithdrawPack()
  const restore = useRestorePack()
  const button = (text: string, label: string, act: { isPending: boolean; run(): void }) => (
    <SmallButton aria-label={label} loading={act.isPending} onClick={act.run}>
      {text}
    </SmallButton>
  )
  // Without a version nothing was published yet.
  const step = { id, version: version ?? 0 }
  return (
    <Group gap="xs" justify="inherit">
      <Button
        component={Link}
        to={PAGES[kind].create.link({ pack: id })}
        variant="default"
        size="compact-sm"
        aria-label={`Change ${title}`}
      >
        Change
      </Button>
      {draft !== null &&
        state !== 'withdrawn' &&
        button('Publish', `Publish ${title}`, {
          isPending: publish.isPending,
          run: () => publish.mutate({ id, kind, version: draft }),
        })}
      {canUndo &&
        button('Undo', `Go back to ${title} as it was before`, {
          isPending: undo.isPending,
          run: () => undo.mutate(step),
        })}
      {state === 'published' &&
        button('Withdraw', `Withdraw ${title}`, {
          isPending: withdraw.isPending,
          run: () => withdraw.mutate(step),
        })}
      {state === 'withdrawn' &&
        version !== null &&
        button('Offer again', `Offer ${title} again`, {
          isPending: restore.isPending,
          run: () => restore.mutate(step),
        })}
    </Group>
  )
}

/** Photo and video packs: changed, looked at before they are published, taken back by one press. */
export function AdminPacksPage() {
  const list = useAllPacks()
  return (
    <AdminFrame title="Packs">
      <Text>
        What you change is a draft, which only you and the staff see, until you publish it. Undo
        brings back the version that was published before. Runs that began go on as they were
        ordered.
      </Text>
      <Group gap="xs">
        <Button component={Link} to={paths.createPhotoPack.link()} variant="default">
          New photo pack
        </Button>
        <Button component={Link} to={paths.createVideoPack.link()} variant="default">
          New video pack
        </Button>
      </Group>
      <ListTable
        list={list}
        label="Packs"
        keyOf={({ id }) => id}
        empty="There are no packs."
        columns={[
          {
            title: 'Pack',
            render: ({ id, kind, title, author }) => (
              <Noted note={author}>
                <Anchor component={Link} to={PAGES[kind].detail.link(id)}>
                  {title}
                </Anchor>
              </Noted>
            ),
          },
          { title: 'Kind', render: ({ kind }) => (kind === 'photo' ? 'Photos' : 'Videos') },
          {
            title: 'State',
            render: ({ state, draft, version }) => (
              <Noted note={draft !== null && version !== null ? 'has changes' : null}>
                <StateBadge look={STATES[state]} />
              </Noted>
            ),
          },
          {
            title: 'Published',
            kind: 'time',
            render: ({ published_at: at }) => (at === null ? 'Not yet' : formatTime(at)),
          },
          { title: 'Shots', kind: 'number', render: (pack) => formatNumber(pack.shot_count) },
          { title: 'Runs', kind: 'number', render: ({ runs }) => formatNumber(runs) },
          { title: 'Action', render: (pack) => <Actions pack={pack} /> },
        ]}
      />
      <SitePictures group="packs" />
    </AdminFrame>
  )
}
