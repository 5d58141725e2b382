/** What the notes of the recall bench are made of: subjects and lessons, each in the words of a note and in other words. */

/** The cells of each line. */
const rows = (table: string): string[][] =>
  table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

/** A subject as notes name it, and as somebody names it who has not read them. */
export type Subject = readonly [noted: string, asked: string];

export const SUBJECTS = rows(`
the nightly database backup | the dump that is taken while everybody sleeps
the invoice export | the file of bills that accounting receives
the payment webhook | the callback that tells us a customer has been charged
the translation files | the texts in other languages
the search index of the help centre | lookups on the support site
the password reset mail | the message for people who cannot log in any more
the image upload | adding pictures
the calendar sync | appointments copied from outside
the feature flags | the switches that turn functions on for some users
the rate limiter | the throttle in front of our endpoints
the staging cluster | the rehearsal environment
the weekly newsletter | the mailing that goes out on Mondays
the TLS certificate | the HTTPS key pair of the site
the PDF renderer | the part that prints documents
the onboarding tour | the first steps shown to somebody new
the sensor import | readings coming in from devices
the push notifications | alerts on phones
the audit trail | the record of who did what
the video transcoder | the workers that convert films
the budget spreadsheet | the sheet with planned spending
the chat assistant | the bot that answers visitors
the schema migrations | changes to table layouts
the linter configuration | the style checker's settings
the map tiles | the geographic backdrop
the recommendation model | suggestions of what to read next
the cookie banner | the consent pop-up
the lock firmware | software inside the door hardware
the hotline script | what agents say on the telephone
the sales demo | the showcase for prospects
the catalogue cache | the fast copy of product data
the job scheduler | whatever starts tasks at fixed hours
the expense report | getting travel money back
the vacation calendar | the overview of who is away
the meeting minutes | what was written down when we sat together
the supplier contract | our agreement with the vendor
the visitor badge | the card guests wear
the printer queue | paper jobs on the third floor
the interview loop | talks with applicants
the release notes | the summary of what is new for customers
the incident channel | the chat room for outages
the on-call rota | the plan of who carries the pager
the GraphQL gateway | the single query door to our services
the Docker base image | the container every service starts from
the npm lockfile | the list of pinned JavaScript packages
the Terraform state | what infrastructure as code remembers
the Kafka consumer | the reader of the event stream
the login form | the screen where people sign in
the CSV parser | reading comma separated data
the session token | the secret that keeps a user signed in
the unit tests | the quick checks of single functions
the end-to-end suite | clicking through the whole product automatically
the design system | our shared buttons and colours
the customer survey | asking buyers how happy they are
the quarterly forecast | the estimate for the next three months
the office move | relocating to the other building
the coffee machine lease | renting the espresso maker
the intern programme | students who work with us over summer
the payroll run | paying salaries
the warehouse scanner | the handheld that reads barcodes
the tax declaration | what we file with the revenue office
the support inbox | letters from people in trouble
the partner portal | the site for resellers
the metrics dashboard | the board with charts
the log shipper | forwarding of what servers print
`) as unknown as readonly Subject[];

/** A lesson about a subject, what showed it, and what somebody asks whom it would help; @ stands for the subject. */
export type Lesson = readonly [
  claim: string,
  /** Words of the claim that are its own: what somebody types who remembers it. */
  keys: string,
  evidence: string,
  asked: string,
];

export const LESSONS = rows(`
Changes to @ need a second reviewer | second reviewer | An unread edit broke production | must somebody else look over edits of @ first
Always try @ with empty input | empty input | A blank file crashed it unseen | what happens to @ when nothing at all is passed in
Announce downtime of @ two days ahead | announce downtime | Support was flooded with calls | how early do we warn that @ will be unavailable
Keep credentials for @ in the vault only | credentials vault | A token turned up in a screenshot | where do secret keys of @ belong
Measure how slow @ is before optimising | measure optimising | A week of tuning went into one percent | profiling @ first, then speeding it up
Write the owner of @ into its readme | owner readme | An alarm went unanswered for a night | who is responsible for @
Have a way to roll back @ within minutes | roll back | Reverting by hand took an evening | undoing a bad deployment of @ quickly
Delete old data of @ after ninety days | delete ninety days | The disk filled with records nobody may keep | retention of @, purging what is stale
Watch real people use @ before redesigning | watch redesigning | Users misread the very button we liked | a usability study of @
Pin the versions that @ depends on | pin versions | A minor update upstream altered output | freezing third-party libraries below @
Never touch @ on a Friday afternoon | Friday afternoon | The weekend shift had nobody to call | is it fine to alter @ right before the weekend
Round amounts in @ half to even | round even | The totals drifted by eleven cents | fractions of a cent when @ calculates money
Store all times of @ in UTC | UTC times | Summer brought doubled rows | which clock zone does @ save
Retry @ with growing pauses | retry pauses | Hammering prolonged the outage | exponential backoff when @ fails
Log the request id wherever @ fails | log request id | Two errors could not be told apart | correlating failures of @ with calls
Ask legal before @ stores addresses | legal addresses | A regulator wrote to us | may @ keep where somebody lives, privacy law
Limit @ to fifty items a page | fifty page | Browsers froze on long lists | how many rows does @ show at once
Give @ a timeout of five seconds | timeout five seconds | One hanging call blocked everyone | how long may @ take until we give up
Send the summary of @ in German and English | summary German | Half the recipients could not read it | which languages for the recap of @
Book a room before inviting people to @ | book room | Twelve colleagues stood in the corridor | reserving space when guests come for @
Let @ fail loudly when a field is missing | fail loudly field | Silent gaps reached the board | should @ swallow absent values or raise
Use a copy of production to rehearse @ | copy rehearse | Toy data hid the deadlock | practising @ with realistic records
Check @ with a screen reader | screen reader | A blind customer could not finish | accessibility of @
Keep a paper copy of @ in the safe | paper safe | During the blackout nobody could look it up | an offline version of @ for emergencies
Compress @ before it is transferred | compress transferred | Bandwidth cost more than storage | making @ smaller on the wire
Name a deputy for @ during holidays | deputy holidays | Three weeks passed without a decision | who stands in for @ when the lead is away
Approve spending on @ above 500 euros twice | approve 500 euros | A duplicate order was paid | purchases for @, signature limits
Validate checksums whenever @ is copied | validate checksums | One flipped bit spoiled an archive | making sure @ arrived undamaged
Do not mock the network when testing @ | mock network | Green builds hid a broken handshake | stubs or real connections in checks of @
Archive @ as plain text | archive plain text | The old format could not be opened | long-term storage type for @
Warn before @ overwrites anything | warn overwrites | Somebody lost an afternoon of work | does @ replace existing things without asking
Batch writes of @ in groups of a hundred | batch hundred | Single inserts took an hour | grouping saves from @ together
Turn off telemetry in @ for schools | telemetry schools | A parent complained to the press | is usage tracking by @ allowed for pupils
Describe @ with a diagram instead of prose | diagram prose | New hires asked the same thing weekly | explaining @ visually
Rotate the keys of @ every quarter | rotate keys quarter | A leaver still had access | how often do secrets of @ get replaced
Load @ lazily after the first paint | lazily paint | Start pages took nine seconds | deferring @ so that the page appears sooner
Sort results of @ by relevance, not by date | sort relevance | Nobody scrolled to what they needed | in which order does @ list hits
Invite finance to reviews of @ | invite finance | Costs came as a surprise | do the money people take part in sessions about @
Escape user names shown by @ | escape user names | An apostrophe broke the layout | injection through what people call themselves in @
Reserve ten percent of every sprint for @ | ten percent sprint | It rotted for a year | how much capacity of an iteration goes to @
Prefer a boring database for @ | boring database | The fashionable one lost writes | conservative or trendy persistence below @
Close stale questions about @ after a month | close stale month | The list had become unreadable | when are unanswered topics around @ dropped
Write error messages of @ for beginners | error messages beginners | Callers read stack traces aloud | wording of failures in @ for novices
Run @ in a single region | single region | Latency between continents doubled waiting | spreading @ geographically
Count unique visitors of @, not clicks | unique visitors clicks | One robot looked like a crowd | which figure tells how popular @ is
Freeze @ during the annual audit | freeze audit | Auditors found moving numbers | may @ be modified while inspectors are here
Provide a keyboard shortcut for @ | keyboard shortcut | Power users counted their clicks | operating @ without a mouse
Share the cost of @ between departments | cost departments | One team paid for all | splitting the bill for @
`) as unknown as readonly Lesson[];

/** What stands around a question in a long prompt. It speaks of work, and of nothing that the notes know. */
export const FILLERS: readonly string[] = [
  "Good morning! I had a look at the ticket we talked about yesterday and would like to get it done before lunch.",
  "I am a bit in a hurry today, so please keep the answer short and do not refactor unrelated code on the way.",
  "Here is where I stand: the branch is checked out, everything compiles and the first half is written.",
  "My colleague started this two weeks ago and left a comment saying it was nearly finished, which it is not.",
  "Please think step by step, list the files that you want to open and tell me when something looks odd.",
  "We agreed with the customer that it will be shipped this month, so there is little room for experiments.",
  "The screenshot did not make it into this message, sorry, but you get the idea from the description.",
  "After that we can still polish the wording, add a changelog line and open the pull request.",
];

/** Questions that no note answers: everyday matters, and other matters of known kinds of work. */
export const UNANSWERED: readonly string[] = `
what is the wifi password of the holiday flat
how do I cook risotto for six people
write a haiku about autumn leaves
who won the world cup in 1998
translate this sentence into Portuguese
zebra migration in Kenya
convert a hex colour to hue and saturation
explain the difference between a monad and a functor
add dark mode to the settings screen
rename the variable foo to totalWeight
how many moons does Jupiter have
generate a regular expression for license plates
fix the indentation in this YAML snippet
what does the abbreviation SLA stand for
upgrade the project to React 19
show me the shortest path between two nodes
suggest a birthday present for my sister
is the earth older than the moon
create a flowchart for a vending machine
summarise chapter three of the novel
how do I tie a bow tie
profile memory of the Rust allocator
replace the deprecated Python asyncio loop call
why does the Bluetooth headset crackle
draft a farewell speech for a retiring teacher
train timetable from Vienna to Zagreb
implement quicksort without recursion
best soil for tomatoes on a balcony
set up a virtual environment with conda
how do wolves hunt in winter
merge two sorted linked lists
which vaccine is needed for Tanzania
center a div with flexbox
lyrics of an old sea shanty
compile the kernel with debug symbols
how to remove red wine from a carpet
calculate the area of a trapezoid
write a shell alias that prints the weather
what breed of dog is good with cats
swap two columns in the pandas frame
`
  .trim()
  .split("\n");
