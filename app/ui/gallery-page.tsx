import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { Form, useSearchParams } from 'react-router'

import { Badge } from './badge.tsx'
import { Button, ButtonLink } from './button.tsx'
import { Card } from './card.tsx'
import { CheckBox } from './check-box.tsx'
import { AlertDialog, CloseButton, Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field, Select, TextArea } from './field.tsx'
import { FileField, FileFieldRow } from './file-field.tsx'
import keptPicture from './gallery-picture.svg?no-inline'
import { Icon, type IconName } from './icon.tsx'
import { Menu, MenuButton, MenuLink } from './menu.tsx'
import { InlineNotice, Notice } from './notice.tsx'
import { ProgressOverlay } from './progress-overlay.tsx'
import { ListSkeleton } from './skeleton.tsx'
import { TabPanel, Tabs } from './tabs.tsx'

export default function GalleryPage() {
  const [query] = useSearchParams()
  const bar = query.get('bar') ?? 'home'
  return (
    <main id="content">
      <title>Gallery</title>
      <BarOfTabs selected={bar} />
      <TabPanel of="bar" selected={bar} className="mx-auto grid max-w-page gap-12 px-4 py-5 md:px-8">
        <div>
          <h1>Gallery</h1>
          <ScriptLine />
        </div>
        <Buttons />
        <Icons />
        <Menus />
        <TabsInAPage />
        <Fields />
        <Files />
        <Dialogs />
        <Notices />
        <Cards />
        <EmptyStates />
        <Loading />
        <Section title="Weave">
          <div className="weave" aria-hidden="true" />
        </Section>
      </TabPanel>
    </main>
  )
}

/** Shows whether the page is hydrated: most of it must work before that. */
function ScriptLine() {
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  return <p className="text-ink-soft">{isAlive ? 'With script' : 'Without script'}</p>
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-4">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Line({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}

function BarOfTabs({ selected }: { selected: string }) {
  return (
    <Tabs
      id="bar"
      label="Bar"
      look="thumb"
      selected={selected}
      tabs={[
        { name: 'home', label: 'Home', to: '?bar=home', icon: 'home' },
        { name: 'books', label: 'Books', to: '?bar=books', icon: 'book' },
        { name: 'marks', label: 'Marks', to: '?bar=marks', icon: 'bookmark' },
        { name: 'papers', label: 'Papers', to: '?bar=papers', icon: 'document' },
        { name: 'schools', label: 'Schools', to: '?bar=schools', icon: 'cap' },
      ]}
    />
  )
}

function Buttons() {
  return (
    <Section title="Buttons">
      <Line>
        <Button variant="main">Main</Button>
        <Button variant="ink">Ink</Button>
        <Button variant="line">Line</Button>
        <Button>Quiet</Button>
        <Button variant="bad">
          <Icon name="trash" />
          Bad
        </Button>
        <Button square>
          <Icon name="comment" />
          <span className="sr-only">Square</span>
        </Button>
      </Line>
      <Line>
        <Button variant="main" busy>
          Uploading...
        </Button>
        <Button variant="ink" busy>
          Sending...
        </Button>
        <Button variant="line" busy>
          Loading...
        </Button>
      </Line>
      <Line>
        <ButtonLink to="?" variant="main">
          Main link
        </ButtonLink>
        <ButtonLink to="?" variant="line">
          Line link
        </ButtonLink>
      </Line>
      <div className="max-w-auth">
        <Button variant="main" wide>
          Wide
        </Button>
      </div>
    </Section>
  )
}

function Icons() {
  return (
    <Section title="Icons">
      <ul className="flex flex-wrap gap-3">
        {iconNames.map((name) => (
          <li key={name} className="grid min-w-24 justify-items-center gap-1 text-xs text-ink-soft">
            <Icon name={name} />
            {name}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Menus() {
  return (
    <Section title="Menus">
      <div className="flex justify-between">
        <Menu label="Account" align="left" className="text-ink-soft hover:text-ink">
          <MenuLink to="/gallery" isCurrent>
            This page
          </MenuLink>
          <MenuLink to="/">Start page</MenuLink>
        </Menu>
        <Menu label="More" className="text-ink-soft hover:text-ink">
          <MenuLink to="/elsewhere">Elsewhere</MenuLink>
          <Form>
            <MenuButton>Log out</MenuButton>
          </Form>
        </Menu>
      </div>
      <div className="max-w-auth border-y border-rule">
        <Menu label="Group that unfolds on phones" unfolds>
          <MenuLink to="/first">First</MenuLink>
          <MenuLink to="/second">Second</MenuLink>
        </Menu>
      </div>
    </Section>
  )
}

function TabsInAPage() {
  const [query] = useSearchParams()
  const selected = query.get('tab') ?? 'one'
  return (
    <Section title="Tabs">
      <Tabs
        id="pages"
        label="Pages"
        selected={selected}
        replace
        tabs={[
          { name: 'one', label: 'Page one', to: '?tab=one' },
          { name: 'two', label: 'Page two', to: '?tab=two' },
          { name: 'three', label: 'Page three', to: '?tab=three' },
        ]}
      />
      <TabPanel of="pages" selected={selected}>
        <p>This is page {selected}.</p>
      </TabPanel>
    </Section>
  )
}

const seasons = ['Summer', 'Monsoon', { value: 'winter', label: 'Winter, from November' }]

function Fields() {
  return (
    <Section title="Fields">
      <Form className="grid max-w-form gap-4.5 md:grid-cols-2 md:gap-x-5">
        <div className="md:col-span-2">
          <ErrorSummary>Please enter the following required fields: class name, address</ErrorSummary>
        </div>
        <Field label="Full name" name="name" defaultValue="Sample Person" autoComplete="name" />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          inputMode="numeric"
          hint="10 digits. You log in with it."
          autoComplete="tel"
        />
        <Field
          label="Class name"
          name="className"
          placeholder="For example HS 2nd Year"
          error="Class Name is required"
          hint="As on your card"
        />
        <Field label="Joined" name="joined" defaultValue="11/14/2025" readOnly />
        <Select label="Season" name="season" options={seasons} hint="Optional" />
        <Select
          label="Second season"
          name="secondSeason"
          empty="Any season"
          options={seasons}
          error="Choose a season"
        />
        <Field label="Locked" name="locked" defaultValue="Not now" disabled />
        <Field label="Password" name="password" type="password" autoComplete="new-password" />
        <TextArea label="About" name="about" hint="Optional" className="md:col-span-2" />
        <TextArea label="Address" name="address" error="Address is required" className="md:col-span-2" />
        <Button type="submit" variant="main" className="justify-self-start">
          Save
        </Button>
      </Form>
    </Section>
  )
}

function Files() {
  return (
    <Section title="Files">
      <Form className="grid max-w-form gap-4.5">
        <FileFieldRow
          label="Pictures"
          kind="picture"
          hint="Front first, then the back. We make large pictures smaller before sending."
          fields={[
            { label: 'Picture 1', name: 'picture1', accept: 'image/png, image/jpeg', required: true },
            {
              label: 'Picture 2',
              name: 'picture2',
              accept: 'image/png, image/jpeg',
              error: 'Please upload only PNG, JPG, or JPEG images.',
            },
            { label: 'Picture 3', name: 'picture3', accept: 'image/png, image/jpeg', hint: 'Optional' },
          ]}
        />
        <FileFieldRow
          label="Pictures on their way"
          kind="picture"
          fields={[
            { label: 'Kept', name: 'kept', currentName: 'kept.jpg', currentUrl: keptPicture, replace: 'Replace' },
            {
              label: 'Sending',
              name: 'sending',
              currentName: 'sending.jpg',
              currentUrl: keptPicture,
              progress: 0.64,
            },
          ]}
        />
        <div className="grid gap-4.5 md:grid-cols-2 md:gap-x-5">
          <FileField kind="file" label="PDF 1" name="pdf1" accept="application/pdf" choose="Choose PDF" />
          <FileField kind="file" label="PDF 2" name="pdf2" choose="Choose PDF" currentName="geometry.pdf" />
          <FileField kind="file" label="PDF 3" name="pdf3" choose="Choose PDF" error="Please upload a PDF file." />
          <FileField
            kind="file"
            label="PDF 4"
            name="pdf4"
            choose="Choose PDF"
            currentName="a-file-with-a-name-that-is-far-too-long-for-the-row.pdf"
            progress={0.3}
          />
        </div>
        <CheckBox label="Remove the picture" name="removed" />
        <Button type="reset" variant="line" className="justify-self-start">
          Reset
        </Button>
      </Form>
    </Section>
  )
}

function Dialogs() {
  const [open, setOpen] = useState<'form' | 'large' | 'alert' | null>(null)
  const [query] = useSearchParams()
  const close = () => setOpen(null)
  return (
    <Section title="Dialogs">
      <Line>
        <Button variant="line" onClick={() => setOpen('form')}>
          Open dialog
        </Button>
        <Button variant="line" onClick={() => setOpen('large')}>
          Open large dialog
        </Button>
        <Button variant="line" onClick={() => setOpen('alert')}>
          Ask first
        </Button>
        {/* The overlay cannot be closed by the user, so it has a URL that Back leaves. */}
        <ButtonLink to="?overlay" variant="line" preventScrollReset>
          Show progress
        </ButtonLink>
      </Line>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Small dialog"
        footer={
          <>
            <p className="flex-1 leading-tight">
              <span className="text-xs text-ink-soft">Total</span>
              <br />
              <strong className="text-xl">₹520</strong>
            </p>
            <Button type="submit" form="small-form" variant="main">
              Send
            </Button>
          </>
        }
      >
        <Form id="small-form" className="grid grid-cols-2 gap-x-3 gap-y-4.5">
          <Field label="Receiver" name="receiver" className="col-span-2" />
          <Field label="Quantity" name="quantity" type="number" defaultValue={2} />
          <Field label="PIN" name="pin" defaultValue="7810" error="PIN is 6 digits" />
          <TextArea label="Delivery address" name="deliveryAddress" className="col-span-2" />
        </Form>
      </Dialog>
      <Dialog
        open={open === 'large'}
        onClose={close}
        title="Large dialog with more than fits"
        size="lg"
        footer={<CloseButton variant="line">Cancel</CloseButton>}
      >
        <div className="grid gap-4.5">
          {Array.from({ length: 12 }, (_, at) => (
            <p key={at}>Paragraph {at + 1}. The title above and the button below stay in view while this scrolls.</p>
          ))}
        </div>
      </Dialog>
      <form id="alert-form" onSubmit={(event) => (event.preventDefault(), close())} />
      <AlertDialog
        open={open === 'alert'}
        onClose={close}
        form="alert-form"
        title="Are you sure?"
        text="Once deleted, you will not be able to recover it."
        icon="trash"
        confirmLabel="Delete"
      />
      <ProgressOverlay
        open={query.has('overlay')}
        title="Uploading... Please wait"
        progress={0.64}
        detail="Picture 2 of 2 · 64%"
      />
    </Section>
  )
}

const noticeTexts = {
  success: 'Saved successfully!',
  error: 'Failed to save',
  invalid: 'Phone number or Password is incorrect',
}

function Notices() {
  const [open, setOpen] = useState<keyof typeof noticeTexts | null>(null)
  return (
    <Section title="Notices">
      <Line>
        {(['success', 'error', 'invalid'] as const).map((kind) => (
          <Button key={kind} variant="line" onClick={() => setOpen(kind)}>
            Show {kind}
          </Button>
        ))}
      </Line>
      {(['success', 'error', 'invalid'] as const).map((kind) => (
        <Notice key={kind} open={open === kind} onClose={() => setOpen(null)} kind={kind} text={noticeTexts[kind]} />
      ))}
      <InlineNotice kind="success" text={noticeTexts.success} />
      <InlineNotice kind="error" text={noticeTexts.error} />
      <InlineNotice kind="invalid" text={noticeTexts.invalid} />
    </Section>
  )
}

function Cards() {
  return (
    <Section title="Cards">
      <div className="grid gap-4 md:grid-cols-2 md:gap-5">
        <Card aria-label="First card">
          <Badge>Kind</Badge>
          <h3>A card with a hairline and no shadow</h3>
          <p className="text-sm text-ink-soft">Second voice</p>
        </Card>
        <Card aria-label="Second card">
          <h3>A long title without a place to break: ThisIsOneVeryLongWordThatMustNotPushThePageSideways</h3>
          <p className="text-sm text-ink-soft">পুথি, the second voice in Assamese script</p>
        </Card>
      </div>
    </Section>
  )
}

function EmptyStates() {
  return (
    <Section title="Empty states">
      <div className="grid md:grid-cols-2">
        <EmptyState
          title="Nothing here yet"
          text="Things appear here as soon as someone adds one."
          action={
            <ButtonLink to="?" variant="line">
              Add the first
            </ButtonLink>
          }
        />
        <EmptyState title="No match" text="Try fewer letters." />
      </div>
    </Section>
  )
}

function Loading() {
  return (
    <Section title="Loading">
      <ListSkeleton />
    </Section>
  )
}

const iconNames: IconName[] = [
  'add',
  'book',
  'bookmark',
  'camera',
  'cap',
  'check',
  'chevron-down',
  'close',
  'comment',
  'document',
  'edit',
  'exclamation',
  'eye',
  'home',
  'mail',
  'menu',
  'pause',
  'phone',
  'play',
  'question',
  'star',
  'storefront',
  'trash',
  'upload',
  'warning',
]
