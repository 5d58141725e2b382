import { sessionsOf } from "./suite.js";

sessionsOf(2, 3);
