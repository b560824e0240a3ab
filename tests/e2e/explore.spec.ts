import { expect, type Locator, test } from '@playwright/test'
import { signedIn } from './people.ts'
import { expectSound, expectSoundInBothWidths } from './sound.ts'

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }))

const hrefsOf = (links: Locator) =>
  links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))

test(
  'images are found, looked at, liked, commented on and remixed',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await page.goto('/inspire/images/')
    await expect(page).toHaveURL(/\/inspire\/images\/all$/)
    const feed = page.getByRole('list', { name: 'Explore images' })
    const links = feed.getByRole('link')
    await expect(links).not.toHaveCount(0)
    await expectSoundInBothWidths(page)

    const goAndComeBack = async () => {
      // The button moves, and goes, as soon as more comes: it is scrolled to again until there is
      // enough, and not waited for until it holds still.
      const more = page.getByRole('button', { name: 'Show more' })
      await expect(async () => {
        await more.evaluateAll(([button]) => button?.scrollIntoView({ block: 'center' }))
        await expect(links.nth(45)).toBeAttached({ timeout: 1_000 })
      }).toPass()
      await links.nth(45).scrollIntoViewIfNeeded()
      const place = await page.evaluate(() => window.scrollY)
      await links.nth(45).click()
      await expect(page.getByRole('heading', { name: 'Comments' })).toBeVisible()
      await page.goBack()
      await expect(links.nth(45)).toBeInViewport()
      expect(Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(50)
    }
    await test.step('more comes by itself, and the place is kept on the way back', goAndComeBack)
    await test.step('so it is on a phone', async () => {
      const wide = page.viewportSize()!
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/inspire/images/all')
      await goAndComeBack()
      await expectSound(page)
      await page.setViewportSize(wide)
    })

    await test.step('filters are in the address', async () => {
      await page.getByLabel('Sort by').selectOption('Most liked')
      await page.getByLabel('From').selectOption('Last 30 days')
      await expect(page).toHaveURL(/sort=-reactions&period=month/)
      await page.getByLabel('Search images, models, people and tags').fill('red')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for “red”')
      await expectSoundInBothWidths(page)
    })

    await signedIn(page, baseURL!)
    await page.goto('/inspire/search?q=red%20apple')
    await page.getByRole('list', { name: 'Images' }).getByRole('link').first().click()
    const like = page.getByRole('button', { name: /^Like, / })
    await expect(like).toHaveAttribute('aria-pressed', 'false')
    await like.click()
    await expect(like).toHaveAttribute('aria-pressed', 'true')

    await test.step('an image is kept in a collection of the library', async () => {
      const name = await page.getByRole('heading', { level: 1 }).textContent()
      await page.getByRole('button', { name: 'Add to favorites' }).click()
      await expect(page.getByRole('button', { name: 'In your favorites' })).toBeVisible()
      const image = page.url()
      await page.goto('/user/images')
      await page.getByRole('link', { name: 'From Explore' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Favorites from Explore')
      const kept = page.getByRole('list', { name: 'Favorites from Explore' })
      await expect(kept.getByRole('img', { name: name! })).toBeVisible()
      await expectSoundInBothWidths(page)
      await kept.getByRole('link').click()
      await expect(page).toHaveURL(image)
    })

    await test.step('comments have answers, and can be changed and deleted', async () => {
      const words = `Lovely ${Date.now()}`
      await page.getByLabel('Your comment').fill(words)
      await page.getByRole('button', { name: 'Post comment' }).click()
      await expect(page.getByLabel('Your comment')).toBeFocused()
      const comment = page
        .getByRole('list', { name: 'Comments' })
        .getByRole('listitem')
        .filter({ hasText: words })
      await comment.getByRole('button', { name: 'Reply' }).click()
      await page.getByLabel('Your reply').fill('So it is')
      await page.getByRole('button', { name: 'Post reply' }).click()
      await expect(comment).toContainText('So it is')
      await expect(comment.getByRole('button', { name: 'Reply', exact: true })).toBeFocused()
      await expectSoundInBothWidths(page)
      await comment.getByRole('button', { name: 'Delete' }).first().click()
      await expect(page.getByText(words)).toHaveCount(0)
      await expect(page.getByText('This comment was deleted.').first()).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Comments' })).toBeFocused()
    })

    await page.getByRole('button', { name: 'Remix' }).click()
    await expect(page).toHaveURL(/\/text-to-image\?.*prompt=a\+red\+apple/)
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'a red apple',
    )
  },
)

test(
  'a model is found and created with, and its creator followed',
  { tag: '@once' },
  async ({ page, baseURL }) => {
    await signedIn(page, baseURL!)
    await page.goto('/inspire/models/all')
    // The choice may come before the page works.
    await expect(async () => {
      await page.getByLabel('Type').selectOption('All types')
      await page.getByLabel('Type').selectOption('Checkpoint')
      await expect(page).toHaveURL(/type=Checkpoint/, { timeout: 1000 })
    }).toPass()
    const models = page.getByRole('list', { name: 'Explore models' })
    await expect(models.getByRole('listitem')).toHaveCount(1)
    await expectSoundInBothWidths(page)
    await models.getByRole('link', { name: 'Atelier v1' }).click()
    await expect(page.getByRole('heading', { name: 'Made with this model' })).toBeVisible()
    await expectSoundInBothWidths(page)
    await expect(page.getByRole('link', { name: 'Create with this model' })).toHaveAttribute(
      'href',
      '/text-to-image?model=atelier-v1',
    )
    await page.getByRole('link', { name: 'Atelier', exact: true }).last().click()
    await page.getByRole('button', { name: 'Follow' }).click()
    await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expectSoundInBothWidths(page)
    const links = page.getByRole('list', { name: 'Images' }).getByRole('link')
    await expect(links).not.toHaveCount(0)
    const theirs = await hrefsOf(links)
    await page.getByRole('button', { name: 'Block Atelier' }).click()
    await expect(page.getByText('You blocked Atelier.')).toBeVisible()
    await expectSoundInBothWidths(page)
    await page.goto('/inspire/images/all')
    const shown = page.getByRole('list', { name: 'Explore images' })
    // Others may have published images by now; the feed may as well be empty.
    await expect(shown.or(page.getByText('There are no images here yet.'))).toBeVisible()
    const seen = await hrefsOf(shown.getByRole('link'))
    expect(seen.filter((href) => theirs.includes(href))).toEqual([])

    await test.step('a model that nothing here draws with says so', async () => {
      await page.context().clearCookies()
      await page.goto('/inspire/models/detail/studio-bear')
      await expect(
        page.getByText("This model isn't available for creating images here right now."),
      ).toBeVisible()
      await expect(page.getByRole('link', { name: 'Create with this model' })).toHaveCount(0)
    })
  },
)
