import { describeBackends } from "./backends.js";
import { storeContract } from "./contract.js";

describeBackends("a store", storeContract);
