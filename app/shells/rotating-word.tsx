/** Turned by CSS alone, and a decoration: it needs no script, and screen readers pass it by. */
export function RotatingWord() {
  return (
    <div
      aria-hidden="true"
      className="h-6 min-w-21 overflow-hidden border-l border-rule pl-3 font-display text-base leading-6 font-semibold text-accent-ink"
    >
      {["Note's", 'Novels', 'Courses', 'Books', 'Materials'].map((word) => (
        <span key={word} className="block animate-turn-words motion-reduce:animate-none">
          {word}
        </span>
      ))}
    </div>
  )
}
