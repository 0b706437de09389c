import { Icon, type IconName } from '#app/ui/icon.tsx'

const features: { icon: IconName; title: string; text: string }[] = [
  { icon: 'book', title: 'Post used books', text: 'Finished with it? Two pictures and a price, and it is for sale.' },
  { icon: 'question', title: 'Request a book', text: 'Tell us the title. Our team looks for it and calls you.' },
  { icon: 'document', title: 'Share study notes', text: 'Upload your PDFs once; other students buy them.' },
  { icon: 'storefront', title: 'Bookstore integration', text: 'Book stores list their stock beside yours.' },
  { icon: 'cap', title: 'Create online courses', text: 'Put course materials together and set your own price.' },
  { icon: 'star', title: 'Quality ratings', text: 'Every used book says its condition before you pay.' },
]

export function Features() {
  return (
    <section className="mx-auto w-full max-w-page px-4 py-8 md:px-8 md:py-12">
      <h2 className="mb-3">What you can do here</h2>
      <ul className="grid gap-x-10 md:grid-cols-3">
        {features.map(({ icon, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[1.5rem_1fr] content-start gap-x-4 border-t border-rule py-3.5 md:py-5"
          >
            <Icon name={icon} className="mt-px size-6 text-accent-ink" />
            <h3 className="font-display text-[1.0625rem]">{title}</h3>
            <p className="col-start-2 text-sm text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
