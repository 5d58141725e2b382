/** Questions beside passages of documents, labelled by hand: whether the passage answers. Half of them tuned nothing. */
export interface LabelledPassage {
  question: string;
  /** Headings above it, the outermost first, with ` > ` between them. */
  heading: string;
  text: string;
  answered: boolean;
}

/** The rules were written with these in view. */
export const TUNED: readonly LabelledPassage[] = [
  passage(
    "Do you take weekend appointments?",
    "Opening hours",
    "We open at nine.\nWeekend appointments are taken on Saturdays until noon.\nParking is behind the house.",
    true,
  ),
  passage(
    "Do you take weekend appointments?",
    "FAQ > Do you take weekend appointments?",
    "Saturdays until noon.",
    true,
  ),
  passage(
    "Do you take weekend appointments?",
    "FAQ",
    "Do we take weekend appointments? On Saturdays until noon.",
    true,
  ),
  passage("Do you take weekend appointments?", "FAQ > Do you take weekend appointments?", "To be decided.", false),
  passage("Do you take weekend appointments?", "Open questions", "- Do we take weekend appointments?", false),
  passage(
    "Do you take weekend appointments?",
    "Open questions",
    "- Do we take weekend appointments?\n- Jane orders the chairs.",
    false,
  ),
  passage("Do you take weekend appointments?", "Ideas", "We take weekend appointments, for a higher fee.", false),
  passage("Do you take weekend appointments?", "Weekend appointments", "Always wash your hands first.", false),
  passage(
    "Do you take weekend appointments?",
    "Staff",
    "Appointments are entered by the front desk. On weekends the alarm is on.",
    false,
  ),
  passage("What is the staging rate limit?", "Staging", "- Rate limit: 60 requests a minute\n- Region: Lyon", true),
  passage(
    "What is the staging rate limit?",
    "Production",
    "- Rate limit: 600 requests a minute\n- Region: Lyon",
    false,
  ),
  passage("Which port does the API run on?", "Services > API", "Runs on port 8080.", true),
  passage("Which port does the API run on?", "Services > Worker", "Runs on port 8090.", false),
  passage(
    "Which port does the API run on?",
    "Services",
    "The API is restarted every night. The worker runs on port 8090.",
    false,
  ),
  passage("Which database do we use in tests?", "Testing", "Tests use SQLite, production uses Postgres.", true),
  passage(
    "Which database do we use in tests?",
    "0007 SQLite in tests > Alternatives considered",
    "Use a Postgres database in tests.",
    false,
  ),
  passage("Who approves refunds over 500 euros?", "Refunds", "Jane approves refunds over 500 euros.", true),
  passage("Who approves refunds over 500 euros?", "Refunds", "Jane approves refunds over 100 euros.", false),
  passage(
    "What is the fee for the small hall?",
    "Prices > Small hall",
    "The large hall has a fee of 300 euros, see above.",
    false,
  ),
  passage("When do you close on Fridays?", "Opening hours", "On Fridays the shop closes at 16:00.", true),
  passage(
    "When do you close on Fridays?",
    "Releases",
    "Never deploy on Fridays. The window closes with the tag.",
    false,
  ),
  passage(
    "Do you take weekend appointments?",
    "Staff",
    "Appointments are entered by the desk, also on weekends.",
    false,
  ),
  passage("Do you take weekend appointments?", "Hours", "We offer appointments at the weekend.", true),
  passage("May we share the price list?", "Prices", "The price list is made by Jane.", false),
  passage("Do we refund deposits?", "Deposits", "Deposits and refunds are booked to account 1200.", false),
  passage("Do we refund deposits?", "Deposits", "Deposits are refunded within 14 days.", true),
  passage("Do you accept card payments?", "Payments", "Card payments fail when the network is down.", false),
];

/** Written with the others, and changed nothing. */
export const HELD_OUT: readonly LabelledPassage[] = [
  passage("How long do we keep customer records?", "Retention", "Customer records are kept for ten years.", true),
  passage("How long do we keep server logs?", "Retention", "Customer records are kept for ten years.", false),
  passage(
    "How long do we keep server logs?",
    "Retention",
    "Customer records are kept for ten years.\nServer logs are kept for 30 days.",
    true,
  ),
  passage(
    "How long do we keep server logs?",
    "Retention > Server logs",
    "Written to /var/log, and rotated by the host every night.",
    false,
  ),
  passage("Is the branch in Lyon open in August?", "Branches", "The Lyon branch is closed in August.", true),
  passage("Is the branch in Lyon open in August?", "Branches > Lyon", "The Porto branch is closed in August.", false),
  passage("May guests bring dogs?", "House rules > May guests bring dogs?", "Only into the garden.", true),
  passage("May guests bring dogs?", "House rules > May guests bring dogs?", "Not decided yet, ask Mara.", false),
  passage(
    "May guests bring dogs?",
    "House rules",
    "Guests bring their own towels. Dogs have a door of their own.",
    false,
  ),
  passage(
    "Where are the release notes published?",
    "Releasing",
    "Release notes are published in docs/releases.md.",
    true,
  ),
  passage("Where are the release notes published?", "Releasing", "Release notes are written before the tag.", false),
  passage("Who signs off the newsletter?", "Newsletter", "TODO: who signs off the newsletter?", false),
  passage("Who signs off the newsletter?", "Newsletter", "The newsletter is signed off by Amara.", true),
  passage("How many seats does the licence cover?", "Licence", "Renewed every March. It covers 25 seats.", true),
  passage("How many seats does the licence cover?", "Licence", "The licence is renewed every March, on day 1.", false),
  passage("Do you deliver to Norway?", "Delivery", "We deliver to Austria and Switzerland within five days.", false),
  passage("Do you deliver to Austria?", "Delivery", "We deliver to Austria and Switzerland within five days.", true),
  passage("Do you deliver to Austria?", "Proposals", "We deliver to Austria within five days.", false),
  passage("Should invoices go out as PDF?", "Invoices", "Send invoices as PDF, never as Word files.", true),
  passage("Should invoices go out as PDF?", "Changelog > 1.2", "Invoices go out as PDF.", false),
  passage("When does the night shift start?", "Shifts > Night shift", "Starts at 22:00.", true),
  passage("When does the early shift start?", "Shifts > Night shift", "Starts at 22:00.", false),
  passage("Can guests bring dogs?", "House rules", "Guests with dogs enter by the back door.", false),
  passage("Which database do we use?", "Backups", "The database is backed up every night.", false),
  passage("Which database do we use?", "Services", "We use Postgres as our database.", true),
];

function passage(question: string, heading: string, text: string, answered: boolean): LabelledPassage {
  return { question, heading, text, answered };
}
